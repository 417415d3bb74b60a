import { readdirSync, readFileSync } from 'node:fs'

/** What a process holds right now, as Linux tells it: resident memory (bytes) and open file handles. */
export function figuresOf(pid: number) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const memory = Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024
  return { memory, handles: readdirSync(`/proc/${pid}/fd`).length }
}

export const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`
