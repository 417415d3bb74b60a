/** Focuses a field of a form, and opens the `details` that hide it. */
export function focusField(field: HTMLElement): void {
  const details = field.closest('details')
  if (details) details.open = true
  field.focus()
}
