const units = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** Formats a number of bytes with decimal units: 1,400,000 is '1.4 MB'. */
export function fileSize(bytes: number): string {
  let amount = bytes
  let unit = 0
  // 999.5 and above would round to 1000, so the next unit is used.
  while (amount >= 999.5 && unit < units.length - 1) {
    amount /= 1000
    unit += 1
  }
  const digits = unit > 0 && amount < 9.95 ? 1 : 0
  return `${amount.toFixed(digits)} ${units[unit]}`
}
