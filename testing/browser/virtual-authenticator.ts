import type { Page } from '@playwright/test'

/** Gives a page an authenticator that makes and uses passkeys without asking anybody (the WebDriver extension of WebAuthn).
 * @returns a function that removes it */
export async function addAuthenticator(page: Page): Promise<() => Promise<unknown>> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return () => devTools.send('WebAuthn.disable')
}
