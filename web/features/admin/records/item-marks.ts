/** A short label of a row; `kind` selects its style. */
export interface Mark {
  text: string
  kind: 'draft' | 'private' | 'stamp' | 'plain'
}

/** The labels that have a text, in their order. */
export const marksOf = (
  all: readonly (readonly [Mark['kind'], string | false | undefined])[],
): Mark[] => all.flatMap(([kind, text]) => (text ? [{ kind, text }] : []))
