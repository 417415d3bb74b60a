import { useState } from 'react'
import { feedPaths } from '../../../api/contract/site-map'
import { Button, buttonClass } from '../../ui/Button'
import { Announcer } from '../../ui/VisuallyHidden'
import styles from './Subscribe.module.css'

const copied = 'The address is copied.'
const notCopied = 'The address could not be copied. It is in the link beside this button.'

/** Links to subscribe to the calendar feed of all shows, which calendar apps keep up to date.
 * @param site absolute origin of the public site */
export function Subscribe({ site }: { site: string }) {
  const [outcome, setOutcome] = useState('')
  const feed = `${site}${feedPaths.calendar}`
  // `webcal` is not a registered standard, but calendar apps handle it.
  const subscription = feed.replace(/^https?/, 'webcal')
  const google = `https://calendar.google.com/calendar/render?cid=${encodeURIComponent(subscription)}`

  return (
    <section className={styles.subscribe} aria-labelledby="subscribe">
      <h2 id="subscribe">Never miss a show</h2>{' '}
      <p>All dates in your own calendar, and they move when we do.</p>{' '}
      <div className={styles.ways}>
        <a className={buttonClass('quiet')} href={subscription}>
          Subscribe
        </a>{' '}
        <a className={buttonClass('quiet')} href={google} target="_blank" rel="noreferrer">
          Google Calendar
        </a>{' '}
        <Button
          variant="quiet"
          data-needs-scripts
          onClick={() => {
            // The Clipboard API needs a secure context.
            const writing = navigator.clipboard?.writeText(feed) ?? Promise.reject()
            writing.then(
              () => setOutcome(copied),
              () => setOutcome(notCopied),
            )
          }}
        >
          Copy address
        </Button>
        {outcome && <span aria-hidden>{outcome}</span>}
        <Announcer text={outcome} />
      </div>
    </section>
  )
}
