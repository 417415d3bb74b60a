import { HTTPError } from 'ky'
import { useEffect, useEffectEvent } from 'react'
import { TextButton } from '../../ui/Button'

interface PasskeyLoginProps {
  onToken: (token: string) => void
  onFailure: (error: unknown) => void
}

const passkey = () => import('./passkey')

/** Whether this page can use passkeys: on https or localhost, but not at an IP address. */
const canUsePasskeys = () =>
  typeof globalThis.PublicKeyCredential === 'function' && !/^[\d.]+$|^\[/.test(location.hostname)

/** Offers login by a passkey: in the user name's field where the browser can, and by a button. */
export function PasskeyLogin({ onToken, onFailure }: PasskeyLoginProps) {
  const accept = useEffectEvent(onToken)
  const fail = useEffectEvent(onFailure)

  useEffect(() => {
    let isLeft = false
    async function offer() {
      if (!canUsePasskeys()) return
      const { canOfferPasskeys, logInByPasskey } = await passkey()
      if (!isLeft && (await canOfferPasskeys())) accept(await logInByPasskey({ isOffered: true }))
    }
    offer().catch((error: unknown) => {
      // The person uses the password, or the button; or the site can't be reached, which the form reports.
      if (!(error instanceof HTTPError)) console.debug('No passkey was chosen:', error)
      else fail(error)
    })
    return () => {
      isLeft = true
    }
  }, [])

  const choose = () =>
    void passkey()
      .then(({ logInByPasskey }) => logInByPasskey({ isOffered: false }))
      .then(onToken)
      .catch(onFailure)

  return canUsePasskeys() && <TextButton onClick={choose}>Use a passkey</TextButton>
}
