/** Whether a backup was written before a restore, by its file name: it then has a time besides the day. */
export const isBeforeRestore = (name: string): boolean => /T\d{9}/.test(name)
