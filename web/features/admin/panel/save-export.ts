import { callForFile } from '../../../api-client/call'
import { saveAs } from './save-as'

/** Saves an export as a file on the device.
 * @returns the notice */
export async function saveExport(
  name: 'shows.csv' | 'songs.csv' | 'enquiries.csv' | 'owed.csv' | 'everything.zip',
): Promise<string> {
  saveAs(name, await callForFile(`GET /api/admin/export/${name}`, {}))
  return `Saved: ${name}`
}
