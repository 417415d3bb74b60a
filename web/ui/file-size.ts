const units = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** Bytes as people read them, in powers of ten: 1,400,000 is '1.4 MB'. */
export function fileSize(bytes: number): string {
  let amount = bytes
  let unit = 0
  // What rounds to a thousand is one of the next.
  while (amount >= 999.5 && unit < units.length - 1) {
    amount /= 1000
    unit += 1
  }
  const digits = unit > 0 && amount < 9.95 ? 1 : 0
  return `${amount.toFixed(digits)} ${units[unit]}`
}
