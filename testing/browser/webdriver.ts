import { spawn } from 'node:child_process'
import getPort from 'get-port'

const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

/** Milliseconds that the browser searches for an element. */
const elementTimeout = 10_000

/** A minimal WebDriver client (W3C Recommendation of 2018) for smoke tests. */
export interface Driver {
  open(url: string): Promise<void>
  /** Runs the body of an async function in the page. */
  run<Result>(body: string): Promise<Result>
  /** Clicks the first element that matches a CSS selector. */
  click(selector: string): Promise<void>
  type(selector: string, text: string): Promise<void>
  stop(): Promise<void>
}

/** Starts WebKitGTK's MiniBrowser on its own virtual display.
 * @param driver path of WebKitWebDriver
 * @param display path of Xvfb */
export async function startWebkit(driver: string, display: string): Promise<Driver> {
  const [port, screen] = [await getPort(), `:${100 + (process.pid % 800)}`]
  const xvfb = spawn(display, [screen, '-screen', '0', '1280x900x24', '-nolisten', 'tcp'])
  const webdriver = spawn(driver, [`--port=${port}`, '--host=127.0.0.1'], {
    env: { ...process.env, DISPLAY: screen, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
  })
  const base = `http://127.0.0.1:${port}`

  async function call<Result>(method: string, path: string, body?: object): Promise<Result> {
    const response = await fetch(base + path, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    const { value } = (await response.json()) as { value: Result & { error?: string } }
    if (!response.ok) throw new Error(`${method} ${path}: ${value.error}`)
    return value
  }

  async function untilReady() {
    const deadline = Date.now() + 10_000
    while (Date.now() < deadline) {
      const isUp = await call('GET', '/status').then(
        () => true,
        () => false,
      )
      if (isUp) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error('WebKitWebDriver does not answer.')
  }

  const end = () => {
    webdriver.kill()
    xvfb.kill()
  }
  try {
    await untilReady()
    const { sessionId } = await call<{ sessionId: string }>('POST', '/session', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { args: ['--automation'] } } },
    })
    const session = `/session/${sessionId}`
    // A page may render again between the check of its text and the search for an element.
    await call('POST', `${session}/timeouts`, { implicit: elementTimeout })
    const find = async (selector: string) => {
      const found = await call<Record<string, string>>('POST', `${session}/element`, {
        using: 'css selector',
        value: selector,
      })
      return found[elementKey] ?? ''
    }
    return {
      open: (url) => call('POST', `${session}/url`, { url }),
      run: (body) =>
        call('POST', `${session}/execute/async`, {
          script: `const done = arguments[0]; (async () => { ${body} })().then(done, (error) => done(String(error)))`,
          args: [],
        }),
      click: async (selector) =>
        call('POST', `${session}/element/${await find(selector)}/click`, {}),
      type: async (selector, text) =>
        call('POST', `${session}/element/${await find(selector)}/value`, { text }),
      async stop() {
        await call('DELETE', session).catch(() => undefined)
        end()
      },
    }
  } catch (error) {
    end()
    throw error
  }
}
