import { type Logger, pino } from 'pino'
import pretty from 'pino-pretty'

export type { Logger }

/** JSON lines for machines; on a terminal, lines for people. */
export function createLogger(level: string): Logger {
  const options = { level, base: null }
  if (!process.stdout.isTTY) return pino(options)
  return pino(
    options,
    pretty({ sync: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' }),
  )
}
