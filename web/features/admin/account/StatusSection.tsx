import type { SiteStatus, Vitals } from '../../../../api/contract/status'
import { counted } from '../../../../api/shared/counted'
import { withFullStop } from '../../../../api/shared/with-full-stop'
import { fileSize } from '../../../ui/file-size'
import { moment } from '../panel/moment'
import styles from './AccountPanel.module.css'

/** The state of the site in one line each. */
export function StatusSection({ status }: { status: SiteStatus }) {
  const { disk, backup, mail, push, version, vitals } = status
  return (
    <dl className={styles.status}>
      <dt>Speed</dt>
      <dd>{speed(vitals)}</dd>
      <dt>Disk</dt>
      <dd>
        {disk.free === undefined
          ? 'The database server does not report its free space.'
          : `${fileSize(disk.free)} free.`}
        {disk.isFull && ' Too little: uploads are refused.'}
      </dd>
      <dt>Backup</dt>
      <dd>{withFullStop(backupState(backup))}</dd>
      <dt>Mail</dt>
      <dd>{channel(mail.isOn, mail.wasAccepted, 'Off.')}</dd>
      <dt>Push</dt>
      <dd>
        {channel(push.bandPhones > 0, push.wasAccepted, 'No phone of the band gets enquiries.')}{' '}
        {counted(push.subscriptions, 'subscription')} of fans.
      </dd>
      <dt>Version</dt>
      <dd>{version}</dd>
    </dl>
  )
}

const channel = (isOn: boolean, wasAccepted: boolean, off: string) => {
  if (!isOn) return off
  return wasAccepted
    ? 'On. A server has accepted a message.'
    : 'On. No server has accepted a message yet.'
}

/** The state of the backups in a few words, without a full stop. */
export function backupState({ keep, lastAt, checked, failure }: SiteStatus['backup']): string {
  if (failure) return `The backup of ${moment(failure.at)} failed`
  if (keep === 0) return 'Off'
  if (lastAt === undefined) return 'The first one comes within the hour'
  return `${moment(lastAt)}${checked ? ', restored in a test' : ''}`
}

/** The limits of web.dev/vitals: up to the first a value is good, above the second it is poor. Times are in milliseconds. */
const bounds: Record<'lcp' | 'inp' | 'cls', readonly [good: number, poor: number]> = {
  lcp: [2_500, 4_000],
  inp: [200, 500],
  cls: [0.1, 0.25],
}

/** Describes the 75th percentiles. */
function speed({ lcp, inp, cls, views }: Vitals): string {
  if (views === 0) return 'No visitor has reported yet.'
  const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`
  const values = [
    lcp !== undefined && `main content after ${seconds(lcp)}${mark(lcp, bounds.lcp)}`,
    inp !== undefined && `response to a tap after ${Math.round(inp)} ms${mark(inp, bounds.inp)}`,
    cls !== undefined && `layout shift ${cls.toFixed(2)}${mark(cls, bounds.cls)}`,
  ].filter((text) => text !== false)
  const loads = `${counted(views, 'page load')} in 28 days`
  return values.length === 0
    ? `${loads}.`
    : `For 75 % of page loads: ${values.join(', ')}. ${loads}.`
}

function mark(value: number, [good, poor]: readonly [number, number]): string {
  if (value <= good) return ' (good)'
  return value > poor ? ' (poor)' : ' (needs improvement)'
}
