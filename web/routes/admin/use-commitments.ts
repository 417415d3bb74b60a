import { useChanges } from '../../features/admin/changes/changes.store'
import { withChanges } from '../../features/admin/changes/waiting'
import type { Commitments } from '../../features/admin/records/nights'

/** The commitments with the changes that wait on this device. */
export function useCommitments({ shows, away, enquiries }: Commitments): Commitments {
  const { entries } = useChanges()
  return {
    shows: withChanges(shows, entries, 'show'),
    away: withChanges(away, entries, 'nights off'),
    enquiries: withChanges(enquiries, entries, 'enquiry'),
  }
}
