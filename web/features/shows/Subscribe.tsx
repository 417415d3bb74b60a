import { useEffect, useState } from 'react'
import { feedPaths } from '../../../api/shared/site-map'
import { Button, buttonClass } from '../../ui/Button'
import { Announcer } from '../../ui/VisuallyHidden'
import { Notify } from './Notify'
import styles from './Subscribe.module.css'

const copied = 'The address is copied.'
const notCopied = 'The address could not be copied. It is in the link beside this button.'

/** Ways to learn of new shows: messages of the browser, and the calendar feed of all shows, which calendar apps keep up
 * to date.
 * @param site absolute origin of the public site */
export function Subscribe({ site }: { site: string }) {
  const [outcome, setOutcome] = useState('')
  const [isAndroid, setAndroid] = useState(false)
  // Detected after hydration, because the server's page is the same for all devices.
  useEffect(() => setAndroid(/Android/.test(navigator.userAgent)), [])
  const feed = `${site}${feedPaths.calendar}`
  // `webcal` is not a registered standard, but calendar apps handle it.
  const subscription = feed.replace(/^https?/, 'webcal')
  const google = `https://calendar.google.com/calendar/render?cid=${encodeURIComponent(subscription)}`

  async function copy() {
    try {
      // The Clipboard API needs a secure context.
      await navigator.clipboard.writeText(feed)
      setOutcome(copied)
    } catch {
      setOutcome(notCopied)
    }
  }

  return (
    <section className={styles.subscribe} aria-labelledby="subscribe">
      <h2 id="subscribe">Never miss a show</h2>{' '}
      <p>All dates in your own calendar, and they move when we do.</p>{' '}
      <div className={styles.ways}>
        <a className={buttonClass('quiet')} href={isAndroid ? feed : subscription}>
          Subscribe
        </a>{' '}
        <a className={buttonClass('quiet')} href={google} target="_blank" rel="noreferrer">
          Google Calendar
        </a>{' '}
        <Button variant="quiet" data-needs-scripts onClick={() => void copy()}>
          Copy address
        </Button>
        {outcome && <span aria-hidden>{outcome}</span>}
        <Announcer text={outcome} />
        <Notify ask="Tell me about new shows" stop="No more news" />
      </div>
      {isAndroid && (
        <p>
          On Android, copy the address, open calendar.google.com in the browser, and paste it under
          Other calendars, From URL.
        </p>
      )}
    </section>
  )
}
