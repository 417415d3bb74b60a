/** Reads a form's fields now, and returns a function that returns the text of a field by its name; an empty text if there is no
 * such field. */
export function textsIn(form: HTMLFormElement): (name: string) => string {
  const fields = new FormData(form)
  return (name) => String(fields.get(name) ?? '')
}
