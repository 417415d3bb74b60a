import { Bell, BellRing } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Obstacle } from '../../notifications/push-subscriptions'
import { storedTopics } from '../../notifications/topics'
import { Button } from '../../ui/Button'
import { Announcer } from '../../ui/VisuallyHidden'

interface NotifyProps {
  /** The show whose changes are told; undefined for new shows. */
  showId?: string
  /** The label of the button. */
  ask: string
  /** The label of the button that ends the messages. */
  stop: string
}

const obstacles: Record<Obstacle, string> = {
  unsupported: 'This browser can’t show messages of this site.',
  'not installed':
    'On this device, add the site to the home screen first: Share, then Add to Home Screen.',
  denied: 'Notifications of this site are blocked. You can allow them in the browser’s settings.',
}

const failed = 'That did not work. Please check your connection and try again.'

/** A button that asks for push messages, without an account, and ends them with one press. */
export function Notify({ showId, ask, stop }: NotifyProps) {
  const [isOn, setOn] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState('')
  useEffect(() => setOn(storedTopics.idOf(showId) !== undefined), [showId])

  async function toggle() {
    if (isBusy) return
    setBusy(true)
    setOutcome('')
    // Loaded when it is needed, because few visitors ask for messages.
    const { subscribe, unsubscribe, ObstacleError } = await import(
      '../../notifications/push-subscriptions'
    )
    try {
      await (isOn ? unsubscribe(showId) : subscribe(showId))
      setOn(!isOn)
      setOutcome(isOn ? 'You will get no more messages.' : 'You will get a message.')
    } catch (error) {
      if (!(error instanceof ObstacleError)) console.error('Push messages:', error)
      setOutcome(error instanceof ObstacleError ? obstacles[error.obstacle] : failed)
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Button
        variant="quiet"
        data-needs-scripts
        aria-disabled={isBusy}
        onClick={() => void toggle()}
      >
        {isOn ? <BellRing aria-hidden size={18} /> : <Bell aria-hidden size={18} />}
        {isOn ? stop : ask}
      </Button>
      {outcome && <span aria-hidden>{outcome}</span>}
      <Announcer text={outcome} />
    </>
  )
}
