/** A number with its noun, which gets an `s` unless there is one: '1 show', '2 shows'. */
export const counted = (count: number, noun: string, plural = `${noun}s`) =>
  `${count} ${count === 1 ? noun : plural}`
