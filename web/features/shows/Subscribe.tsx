import { useEffect, useState } from 'react'
import { feedPaths } from '../../../api/shared/site-map'
import { newShowsTopic } from '../../notifications/topics'
import { buttonClass } from '../../ui/Button'
import { CopyButton } from '../../ui/CopyButton'
import ribbon from '../../ui/Ribbon.module.css'
import { Notify } from './Notify'
import styles from './Subscribe.module.css'

/** Ways to learn of new shows: messages of the browser, and the calendar feed of all shows, which calendar apps keep up
 * to date.
 * @param site absolute origin of the public site */
export function Subscribe({ site }: { site: string }) {
  const [isAndroid, setAndroid] = useState(false)
  // Detected after hydration, because the server's page is the same for all devices.
  useEffect(() => setAndroid(/Android/.test(navigator.userAgent)), [])
  const feed = `${site}${feedPaths.calendar}`
  // `webcal` is not a registered standard, but calendar apps handle it.
  const subscription = feed.replace(/^https?/, 'webcal')
  const google = `https://calendar.google.com/calendar/render?cid=${encodeURIComponent(subscription)}`

  return (
    <section className={styles.subscribe} aria-labelledby="subscribe" data-no-print>
      <h2 id="subscribe" className={ribbon.bend}>
        Never miss a show
      </h2>{' '}
      <p>All dates in your own calendar, and they move when we do.</p>{' '}
      <div className={styles.ways}>
        <a className={buttonClass('quiet')} href={isAndroid ? feed : subscription}>
          Subscribe
        </a>{' '}
        <a className={buttonClass('quiet')} href={google} target="_blank" rel="noreferrer">
          Google Calendar
        </a>{' '}
        <CopyButton
          text={feed}
          label="Copy address"
          failed="Not copied: use the link beside this"
        />
        <Notify topic={newShowsTopic} ask="Tell me about new shows" stop="No more news" />
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
