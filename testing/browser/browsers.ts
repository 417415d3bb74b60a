import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell']
/** Milliseconds for each command that installs a browser. */
const installTimeout = 240_000

/** Chromium's command-line flags. Its sandbox does not work as root; only this project's pages are loaded. */
export const chromiumFlags = process.getuid?.() === 0 ? ['--no-sandbox'] : []

/** Launch options of the full Chromium, for tests of what its headless shell lacks. */
export const fullChromium = {
  ...(process.env['TEST_CHROMIUM'] ? { executablePath: process.env['TEST_CHROMIUM'] } : {}),
  args: chromiumFlags,
}

/** Finds a Chromium for the end-to-end tests: an installed one, else Playwright's, else the system's package.
 * @throws {Error} if there is none and none can be installed */
export function findChromium(): string {
  const found = installed(names) ?? playwrightChromium()
  if (found) return found
  console.log('Getting a Chromium for the tests ...')
  run('node_modules/.bin/playwright', ['install', 'chromium'])
  const downloaded = playwrightChromium()
  if (downloaded) return downloaded
  console.log("Playwright's can't be had here; trying the system's package ...")
  const fromPackage = installPackage('chromium', names)
  if (fromPackage) return fromPackage
  throw new Error('No Chromium could be found or installed. Install one and run the tests again.')
}

/** Finds Chromium's headless shell or, as root, installs the system's package; falls back to a full Chromium. The
 * full browser's invisible window takes half of two cores during a page load, which distorts measurements. */
export function findHeadlessShell(): string {
  const found = installed(shellNames)
  if (found) return found
  // Only root can install packages. The shell is optional, so its absence is no error.
  if (process.getuid?.() !== 0) return findChromium()
  console.log("Getting the system's package of Chromium's headless shell ...")
  return installPackage('chromium-headless-shell', shellNames) ?? findChromium()
}

/** Finds a Firefox for the tests that run in a second engine; undefined if there is none. */
export const findFirefox = (): string | undefined => installed(['firefox-esr', 'firefox'])

/** Finds WebKitWebDriver and Xvfb; undefined if either is missing. */
export function findWebkit(): { driver: string; display: string } | undefined {
  const [driver, display] = [installed(['WebKitWebDriver']), installed(['Xvfb'])]
  return driver && display ? { driver, display } : undefined
}

function installed(names: string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path))
}

function playwrightChromium(): string | undefined {
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}

/** Installs a package with apt-get and finds its program. */
function installPackage(name: string, names: string[]): string | undefined {
  run('apt-get', ['update', '-qq'])
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name])
  return installed(names)
}

function run(command: string, args: string[]) {
  spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'ignore'],
    timeout: installTimeout,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}
