import { callAdmin } from '../../../api-client/call'
import { conflictOf } from '../../../api-client/problem'

/** Restores a record of the bin.
 * @returns the response; undefined if the bin does not have the record any more: an attempt whose response was lost may have
 * restored it */
export async function restoreFromBin(id: string) {
  try {
    return await callAdmin('POST /api/admin/bin/{id}/restore', { parameters: { id } })
  } catch (error) {
    if (conflictOf(error)?.kind !== 'deleted') throw error
    return undefined
  }
}

/** The notice about a record that the bin does not have any more. */
export const notInBin = (name: string) => `It is not in the bin any more: ${name}`
