/** A number with its noun, in the plural unless the number is 1: '1 show', '2 shows'. */
export const counted = (count: number, noun: string, plural = `${noun}s`) =>
  `${count} ${count === 1 ? noun : plural}`
