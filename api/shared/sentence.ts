/** A text with its full stop, unless it ends with one, like '8 p.m.' */
export const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`)
