import { useChanges } from './changes/changes.store'
import { forgetStoredDrafts } from './records/draft-storage'
import { forgetForms } from './records/drafts.store'
import { forgetUploads } from './uploads/uploads.store'

/** Removes what was typed, the unsent changes and the chosen mp3s from the memory of the page; to be called on logout. */
export function forgetDrafts(): void {
  forgetForms()
  useChanges.setState({ entries: [] })
  forgetStoredDrafts()
  forgetUploads()
}
