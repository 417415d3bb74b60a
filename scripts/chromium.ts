import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Finds a Chromium for the end-to-end tests, or gets one: an installed one, Playwright's own, the
 * system's package. */
export function findChromium(): string {
  const found = installed() ?? playwrights()
  if (found) return found
  console.log('Getting a Chromium for the tests ...')
  run('node_modules/.bin/playwright', ['install', 'chromium'])
  const own = playwrights()
  if (own) return own
  console.log("Playwright's can't be had here; trying the system's package ...")
  run('apt-get', ['update', '-qq'])
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'])
  const packaged = installed()
  if (packaged) return packaged
  throw new Error('No Chromium could be found or installed. Install one and run the tests again.')
}

function installed(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path))
}

function playwrights(): string | undefined {
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}

function run(command: string, args: string[]) {
  spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'ignore'],
    timeout: 240_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}
