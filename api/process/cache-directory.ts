import { homedir } from 'node:os'
import { join } from 'node:path'

/** The user's cache directory for this program (XDG Base Directory Specification, or the equivalent on macOS and
 * Windows). All clones of the repository on the machine share it. */
export function cacheDirectory(): string {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env
  if (XDG_CACHE_HOME) return join(XDG_CACHE_HOME, 'cover-band')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'cover-band')
  if (process.platform === 'win32' && LOCALAPPDATA) return join(LOCALAPPDATA, 'cover-band')
  return join(homedir(), '.cache', 'cover-band')
}
