import { useState } from 'react'
import { changeList, type Items, type List } from '../../../api-client/lists'
import type { ListKey } from '../../../offline/connection'

/** A list of the page's data, with the writes that the server has confirmed since the list was loaded.
 * @param loaded the list in the page's data; a new one replaces the changes */
export function useChangedList<Key extends Exclude<ListKey, 'site'>>(key: Key, loaded: List<Key>) {
  const [changed, setChanged] = useState({ items: loaded, base: loaded })

  const change = (apply: (items: List<Key>) => List<Key>) =>
    setChanged({ items: changeList(key, apply), base: loaded })

  return {
    items: changed.base === loaded ? changed.items : loaded,
    /** Adds an item, or replaces the one with its id. */
    put: (item: Items[Key]) =>
      change((items) =>
        items.some(({ _id }) => _id === item._id)
          ? items.map((one) => (one._id === item._id ? item : one))
          : [...items, item],
      ),
    remove: (id: string) => change((items) => items.filter(({ _id }) => _id !== id)),
  }
}
