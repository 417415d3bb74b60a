import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Bytes. */
const maxOutput = 16 * 1024 * 1024

/** Runs a program of this site in a process of its own, so that a file which was made to exhaust its reader harms only that
 * process. The process gets none of the site's secrets.
 * @param path of the TypeScript file
 * @param input is written to its standard input
 * @param timeout milliseconds, after which it is killed
 * @returns what it has printed
 * @throws the error of `execFile`, with `code` and `signal` */
export async function runProgram(
  path: string,
  args: readonly string[],
  { input = '', timeout }: { input?: string | Uint8Array; timeout: number },
): Promise<string> {
  const options = { timeout, killSignal: 'SIGKILL', env: {}, maxBuffer: maxOutput } as const
  const running = promisify(execFile)(process.execPath, [path, ...args], options)
  const { stdin } = running.child
  // It may end before it has read everything.
  stdin?.on('error', () => undefined)
  stdin?.end(input)
  return (await running).stdout
}
