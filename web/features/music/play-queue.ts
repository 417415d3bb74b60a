interface Item {
  _id: string
}

/** The first playable item after one in a queue; undefined at its end. */
export function nextIn<Kind extends Item>(
  queue: readonly Kind[],
  current: Item,
  isPlayable: (item: Kind) => boolean,
): Kind | undefined {
  const place = queue.findIndex(({ _id }) => _id === current._id)
  return queue.slice(place + 1).find(isPlayable)
}

/** The last playable item before one in a queue; undefined at its beginning. */
export function previousIn<Kind extends Item>(
  queue: readonly Kind[],
  current: Item,
  isPlayable: (item: Kind) => boolean,
): Kind | undefined {
  const place = queue.findIndex(({ _id }) => _id === current._id)
  return queue.slice(0, Math.max(0, place)).findLast(isPlayable)
}
