import type { SiteStatus, Vitals } from '../../../api/contract/status'
import { fileSize } from '../../ui/file-size'
import styles from './AccountPanel.module.css'
import { moment } from './moment'
import { Section } from './Panel'

/** The state of the site in one line each. */
export const StatusSection = ({ disk, backup, mail, push, version, vitals }: SiteStatus) => (
  <Section id="status" title="How is it?">
    <dl className={styles.status}>
      <dt>Speed</dt>
      <dd>{speed(vitals)}</dd>
      <dt>Disk</dt>
      <dd>
        {disk.free === undefined ? 'Its server does not say.' : `${fileSize(disk.free)} free.`}
        {disk.isFull && ' Too little: uploads are refused.'}
      </dd>
      <dt>Backup</dt>
      <dd>{backupState(backup)}</dd>
      <dt>Mail</dt>
      <dd>{channel(mail.isOn, mail.hasArrived, 'Off.')}</dd>
      <dt>Push</dt>
      <dd>
        {channel(push.bandPhones > 0, push.hasArrived, 'No phone of the band gets enquiries.')}{' '}
        {push.subscriptions === 1 ? '1 fan' : `${push.subscriptions} fans`} subscribed.
      </dd>
      <dt>Version</dt>
      <dd>{version}</dd>
    </dl>
  </Section>
)

const channel = (isOn: boolean, hasArrived: boolean, off: string) => {
  if (!isOn) return off
  return hasArrived ? 'On, and has arrived.' : 'On, but nothing has arrived yet.'
}

function backupState({ keep, lastAt, checked, failure }: SiteStatus['backup']): string {
  if (failure) return `The one of ${moment(failure.at)} failed.`
  if (keep === 0) return 'Off.'
  if (lastAt === undefined) return 'The first one comes within the hour.'
  return `${moment(lastAt)}${checked ? ', restored in a test.' : '.'}`
}

/** Good values according to web.dev/vitals: 2,500 ms, 200 ms and 0.1. */
const good: Record<'lcp' | 'inp' | 'cls', number> = { lcp: 2_500, inp: 200, cls: 0.1 }

/** Three of four page loads were at least this fast. */
function speed({ lcp, inp, cls, views }: Vitals): string {
  if (views === 0) return 'No visitor has reported yet.'
  const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`
  const values = [
    lcp !== undefined && `shown after ${seconds(lcp)}${mark(lcp, good.lcp)}`,
    inp !== undefined && `taps answered after ${Math.round(inp)} ms${mark(inp, good.inp)}`,
    cls !== undefined && `layout shift ${cls.toFixed(2)}${mark(cls, good.cls)}`,
  ].filter((text) => text !== false)
  const loads = `${views} page ${views === 1 ? 'load' : 'loads'} in 28 days`
  return values.length === 0
    ? `${loads}.`
    : `Three of four page loads: ${values.join(', ')}. ${loads}.`
}

const mark = (value: number, limit: number) => (value <= limit ? ' (good)' : ' (slow)')
