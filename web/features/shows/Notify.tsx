import Bell from 'lucide-react/icons/bell'
import { useEffect, useState } from 'react'
import { storedTopics } from '../../notifications/topics'
import { QuietButton } from '../../ui/Button'
import { Announcer } from '../../ui/VisuallyHidden'

function reasonOf(error: unknown): string {
  // The class is in the module that is loaded on demand.
  if (error instanceof Error && error.name === 'ObstacleError') return error.message
  console.error('Push messages:', error)
  return 'Check your connection and try again.'
}

interface NotifyProps {
  /** The topic to subscribe to, as in `topics.ts`. */
  topic: string
  /** The label of the button. */
  ask: string
  /** The label of the button that ends the messages. */
  stop: string
}

/** A button that asks for push messages, without an account, and ends them with one press. */
export function Notify({ topic, ask, stop }: NotifyProps) {
  const [isOn, setOn] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState('')
  useEffect(() => setOn(storedTopics.idOf(topic) !== undefined), [topic])

  async function toggle() {
    if (isBusy) return
    setBusy(true)
    setOutcome('')
    try {
      // Loaded when it is needed, because few visitors ask for messages.
      const { subscribe, unsubscribe } = await import('../../notifications/push-subscriptions')
      await (isOn ? unsubscribe(topic) : subscribe(topic))
      setOn(!isOn)
      setOutcome(isOn ? 'You will receive no more messages.' : 'You will receive a message.')
    } catch (error) {
      setOutcome(reasonOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <QuietButton data-needs-scripts aria-disabled={isBusy} onClick={() => void toggle()}>
        <Bell aria-hidden size="1.1em" />
        {isOn ? stop : ask}
      </QuietButton>
      {outcome && <span aria-hidden>{outcome}</span>}
      <Announcer text={outcome} />
    </>
  )
}
