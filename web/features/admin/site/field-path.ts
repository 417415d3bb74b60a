/** Values in nested objects and lists, by paths such as `members.2.role`, as the API names fields. */

type Container = Record<string, unknown>

/** The value at a path; undefined if a part of the path is missing. */
export const valueAt = (content: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((inner, name) => (inner as Container | undefined)?.[name], content)

/** A copy of a content with another value at a path. Missing objects on the way are added. */
export function withValueAt<Content>(content: Content, path: string, value: unknown): Content {
  const [name = '', ...rest] = path.split('.')
  const inner = (content as Container | undefined)?.[name]
  const changed = rest.length === 0 ? value : withValueAt(inner ?? {}, rest.join('.'), value)
  if (Array.isArray(content)) return content.with(Number(name), changed) as Content
  return { ...content, [name]: changed }
}
