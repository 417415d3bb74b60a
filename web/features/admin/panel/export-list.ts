import { callForFile } from '../../../api-client/call'
import { saveAs } from './save-as'

/** Saves all enquiries, or the fees that are still owed, as a file on the device.
 * @returns the notice */
export async function exportList(list: 'enquiries' | 'owed'): Promise<string> {
  const csv = await callForFile(`GET /api/admin/export/${list}.csv`, {})
  saveAs(`${list}.csv`, csv)
  return `Exported: ${list}.csv`
}
