const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** Escapes a text for an element, or for an attribute in double quotes, in HTML, XML and Pango markup. */
export const escapeMarkup = (text: string) =>
  text.replace(/[&<>"]/g, (character) => entities[character] ?? '')
