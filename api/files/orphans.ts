/** The stored files, as far as a sweep needs them. */
export interface SweptFiles<Id> {
  /** The ids of all files, complete or not. */
  ids(): Promise<Id[]>
  /** Removes the expired leases.
   * @returns the ids of the files that are being uploaded */
  leased(): Promise<Id[]>
  /** Whether a record refers to a file. */
  isUsed(id: Id): Promise<boolean>
  remove(id: Id): Promise<void>
}

/** Removes the files that neither a record nor an upload in progress refers to.
 *
 * The order of the reads matters, because uploads go on meanwhile: an upload leases its file before it stores the first
 * chunk, and releases it after a record refers to it. So the files are listed before the leases, and the leases are read
 * before the records.
 * @returns the number of removed files, and whether uploads were in progress */
export async function removeOrphans<Id extends { toString(): string }>(files: SweptFiles<Id>) {
  const ids = await files.ids()
  const leased = new Set((await files.leased()).map(String))
  let removed = 0
  for (const id of ids) {
    if (leased.has(String(id)) || (await files.isUsed(id))) continue
    await files.remove(id)
    removed += 1
  }
  return { removed, pending: leased.size > 0 }
}
