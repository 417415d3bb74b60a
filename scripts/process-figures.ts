import { readdirSync, readFileSync } from 'node:fs'

/** Reads a process's resident memory (bytes) and number of open file handles from /proc (Linux only). */
export function figuresOf(pid: number) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const memory = Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024
  return { memory, handles: readdirSync(`/proc/${pid}/fd`).length }
}

export const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`
