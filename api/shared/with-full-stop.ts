/** Adds a full stop, unless the text ends with one, as '8 p.m.' does. */
export const withFullStop = (text: string): string => text.replace(/\.?$/, '.')
