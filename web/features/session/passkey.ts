/** Login by a passkey, in a module of its own that only the login page loads. */
import { browserSupportsWebAuthnAutofill, startAuthentication } from '@simplewebauthn/browser'
import { call } from '../../api-client/call'
import { anonymousApi } from '../../api-client/client'
import { deviceNameField } from '../../api-client/device-name'

/** Logs in with a passkey that the person chooses.
 * @param isOffered whether the browser offers passkeys in the user name's field, until the page is left; otherwise it asks at
 * once
 * @returns the token
 * @throws a DOMException if the person declines, or the error of the HTTP client */
export async function logInByPasskey({ isOffered }: { isOffered: boolean }): Promise<string> {
  const { options } = await call(anonymousApi(), 'POST /api/admin/passkeys/challenge', {})
  const credential = await startAuthentication({
    optionsJSON: options,
    useBrowserAutofill: isOffered,
    verifyBrowserAutofillInput: false,
  })
  const json = { credential, ...deviceNameField() }
  return (await call(anonymousApi(), 'POST /api/admin/passkeys/login', { json })).token
}

/** Whether the browser can offer passkeys in the user name's field. */
export const canOfferPasskeys = browserSupportsWebAuthnAutofill
