/** Returns a function that reads the text of a form's field, as it is now, by its name; empty if there is no such field. */
export function textsIn(form: HTMLFormElement): (name: string) => string {
  const fields = new FormData(form)
  return (name) => String(fields.get(name) ?? '')
}
