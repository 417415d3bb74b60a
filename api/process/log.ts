import { type DestinationStream, type Logger, pino } from 'pino'
import pretty from 'pino-pretty'

export type { Logger }

/** Logs JSON lines for programs to standard output; on a terminal, lines for people.
 * @param destination where the JSON lines go instead */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = { level, base: null }
  if (destination) return pino(options, destination)
  if (!process.stdout.isTTY) return pino(options)
  return pino(
    options,
    pretty({ sync: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' }),
  )
}
