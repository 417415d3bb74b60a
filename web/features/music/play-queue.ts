/** Finds an item of a queue by its place relative to the current one; undefined if there is none. */
type Find = <Item extends { _id: string }>(
  queue: readonly Item[],
  current: { _id: string },
  isPlayable: (item: Item) => boolean,
) => Item | undefined

/** The first playable item after the current one. */
export const nextIn: Find = (queue, current, isPlayable) =>
  queue.slice(queue.findIndex(({ _id }) => _id === current._id) + 1).find(isPlayable)

/** The last playable item before the current one. */
export const previousIn: Find = (queue, current, isPlayable) => {
  const place = queue.findIndex(({ _id }) => _id === current._id)
  return queue.slice(0, Math.max(0, place)).findLast(isPlayable)
}
