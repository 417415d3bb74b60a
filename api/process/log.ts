import { type DestinationStream, type Logger, pino } from 'pino'
import pretty from 'pino-pretty'

export type { Logger }

/** Characters of each text of an error. Others may choose these texts, for example the headers of a response. */
const maxText = 600

/** An error without its other properties, which may have any size. */
function shortError(error: unknown) {
  if (!(error instanceof Error)) return error
  const { type, message, stack } = pino.stdSerializers.err(error)
  const { code } = error as NodeJS.ErrnoException
  const short = (text: string) => (text.length > maxText ? `${text.slice(0, maxText)}…` : text)
  return { type, message: short(message), ...(code !== undefined && { code }), stack: short(stack) }
}

/** Creates a logger that writes JSON lines to standard output, or formatted lines if that is a terminal.
 * @param destination receives the JSON lines instead of standard output */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = { level, base: null, serializers: { err: shortError } }
  if (destination) return pino(options, destination)
  if (!process.stdout.isTTY) return pino(options)
  return pino(options, pretty({ sync: true, translateTime: 'SYS:HH:MM:ss' }))
}
