import { dlopen, FFIType, ptr } from 'bun:ffi'
import { execFileSync, spawnSync } from 'node:child_process'
import {
  closeSync,
  mkdtempSync,
  openSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** `FS_IOC_SHUTDOWN` of Linux, which xfstests uses too (`src/godown.c`): the file system stops at once. */
const shutdownRequest = 0x8004587d
/** `FSOP_GOING_FLAGS_NOLOGFLUSH`: what is only in the file system's log in memory is lost, as in a power cut. */
const withoutFlush = 2

/** Whether this user may create and mount disks: root on Linux, where loop devices are available. */
export function canCreateDisks(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  return (
    spawnSync('losetup', ['--find']).status === 0 && spawnSync('mkfs.ext4', ['-V']).status === 0
  )
}

/** A disk of its own: an ext4 file system in a file, on a loop device. */
export interface Disk {
  /** The folder where it is mounted. */
  path: string
  freeBytes(): number
  /** Fills it with files at its root.
   * @param remaining bytes that stay free, by default none */
  fillUp(remaining?: number): void
  /** Stops the file system as a power cut does: everything that was not synced may be lost. */
  cutPower(): void
  /** Mounts the file system again, which recovers from its journal. */
  remount(): void
  remove(): void
}

/** @param megabytes its size */
export async function createDisk(megabytes: number): Promise<Disk> {
  const folder = mkdtempSync(join(tmpdir(), 'disk-'))
  const image = join(folder, 'image')
  const path = join(folder, 'mounted')
  writeFileSync(image, '')
  truncateSync(image, megabytes * 1024 * 1024)
  // Without reserved blocks, which root could use when the disk is full.
  execFileSync('mkfs.ext4', ['-q', '-m', '0', '-F', image])
  await mkdir(path)
  const mount = () => execFileSync('mount', ['-o', 'loop', image, path])
  const unmount = () => execFileSync('umount', [path])
  mount()
  return {
    path,
    freeBytes() {
      const { bavail, bsize } = statfsSync(path)
      return bavail * bsize
    },
    fillUp(remaining = 0) {
      const filler = join(path, 'filler')
      spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1M'])
      spawnSync('dd', ['if=/dev/zero', `of=${filler}-2`, 'bs=4k'])
      truncateSync(filler, statSync(filler).size - remaining)
    },
    cutPower() {
      const libc = dlopen('libc.so.6', {
        ioctl: { args: [FFIType.i32, FFIType.u64, FFIType.ptr], returns: FFIType.i32 },
      })
      const directory = openSync(path, 'r')
      const result = libc.symbols.ioctl(
        directory,
        shutdownRequest,
        ptr(new Uint32Array([withoutFlush])),
      )
      closeSync(directory)
      libc.close()
      if (result !== 0) throw new Error('The file system could not be shut down.')
    },
    remount() {
      unmount()
      mount()
    },
    remove() {
      unmount()
      rmSync(folder, { recursive: true })
    },
  }
}
