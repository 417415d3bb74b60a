import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell']
/** Milliseconds for one step of getting a browser. */
const patience = 240_000

/** Finds a Chromium for the end-to-end tests, or gets one: an installed one, Playwright's own, the
 * system's package. */
export function findChromium(): string {
  const found = installed(names) ?? playwrights()
  if (found) return found
  console.log('Getting a Chromium for the tests ...')
  run('node_modules/.bin/playwright', ['install', 'chromium'])
  const downloaded = playwrights()
  if (downloaded) return downloaded
  console.log("Playwright's can't be had here; trying the system's package ...")
  const fromPackage = packaged('chromium', names)
  if (fromPackage) return fromPackage
  throw new Error('No Chromium could be found or installed. Install one and run the tests again.')
}

/** Finds a Chromium that has pages but no window, or gets the system's package of it; where there is none, a whole
 * one. A window that nobody sees takes half of two cores while a page is being loaded, which no phone's does. */
export function findHeadlessShell(): string {
  const found = installed(shellNames)
  if (found) return found
  // Nobody else may install packages, and what can be done without is not asked for.
  if (process.getuid?.() !== 0) return findChromium()
  console.log("Getting the system's package of Chromium's headless shell ...")
  return packaged('chromium-headless-shell', shellNames) ?? findChromium()
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

function playwrights(): string | undefined {
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}

/** The system's own package. */
function packaged(name: string, names: string[]): string | undefined {
  run('apt-get', ['update', '-qq'])
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name])
  return installed(names)
}

function run(command: string, args: string[]) {
  spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'ignore'],
    timeout: patience,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}
