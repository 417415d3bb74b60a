import { type DestinationStream, type Logger, pino } from 'pino'
import pretty from 'pino-pretty'

export type { Logger }

/** Creates a logger that writes JSON lines to standard output, or formatted lines if that is a terminal.
 * @param destination receives the JSON lines instead of standard output */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = { level, base: null }
  if (destination) return pino(options, destination)
  if (!process.stdout.isTTY) return pino(options)
  return pino(
    options,
    pretty({ sync: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' }),
  )
}
