import { useChanges } from './changes.store'
import { forgetStoredDrafts } from './draft-storage'
import { useDrafts } from './drafts.store'

/** Removes what was typed and the unsent changes from the memory of the page; to be called on logout. */
export function forgetDrafts(): void {
  useDrafts.setState(useDrafts.getInitialState())
  useChanges.setState({ entries: [] })
  forgetStoredDrafts()
}
