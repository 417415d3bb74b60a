import { readEnvironment } from '../api/environment'
import { createLogger } from '../api/process/log'
import { startServing } from '../api/serve'
import { type Runner, startSite } from './site-process'

/** Serves a site from this process, which takes much less time than a process of its own. Needs Bun. */
export const runInProcess: Runner = async (variables) => {
  let output = ''
  const environment = readEnvironment(variables)
  const end = await startServing(environment, {
    log: createLogger(environment.logLevel, {
      write(line: string) {
        output += line
      },
    }),
    signal: new AbortController().signal,
    isApiOnly: false,
    onPassword: () => undefined,
  })
  return { output: () => output, end }
}

/** Starts a site like `startSite`, in this process: for tests that need its port, but not its process. */
export const serveSite = (variables?: Record<string, string>) =>
  startSite(variables, undefined, runInProcess)
