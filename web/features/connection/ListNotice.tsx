import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { type ListKey, nounOf, useConnection } from '../../offline/connection'
import { QuietButton } from '../../ui/Button'
import { Notice } from '../../ui/Notice'

/** `failed` if the last request for a list failed, `waiting` if its response is late; undefined otherwise. */
export const useListDelay = (list: ListKey): 'failed' | 'waiting' | undefined =>
  useConnection(({ failed, waiting }) =>
    waiting.has(list) ? 'waiting' : failed.has(list) ? 'failed' : undefined,
  )

/** The message in the place of a list that could not be loaded, or whose response takes long. */
export function ListNotice({ list }: { list: ListKey }) {
  const delay = useListDelay(list)
  const router = useRouter()
  const [isTrying, setTrying] = useState(false)
  const noun = nounOf(list)
  if (!delay) return
  if (delay === 'waiting')
    return <Notice message={{ kind: 'status', text: `Still waiting for the ${noun} ...` }} />

  async function tryAgain() {
    setTrying(true)
    await router.invalidate({ sync: true })
    setTrying(false)
  }

  return (
    <Notice message={{ kind: 'problem', text: `The ${noun} could not be loaded.` }}>
      <QuietButton onClick={() => void tryAgain()} aria-disabled={isTrying}>
        {isTrying ? 'Trying...' : 'Try again'}
      </QuietButton>
    </Notice>
  )
}
