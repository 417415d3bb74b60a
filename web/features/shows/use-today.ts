import { useEffect, useState } from 'react'
import { bandDay } from '../../../api/shared/band-day'
import { onWake } from '../../browser/wake'

/** Milliseconds. */
const checkInterval = 30_000

/** The current date (YYYY-MM-DD) in the band's time zone. It stays current on a page that comes from the cache, is open
 * for days, or was suspended.
 * @param timeZone the band's time zone (IANA name)
 * @param renderedOn the date with which the page was rendered; the initial value */
export function useToday(timeZone: string, renderedOn: string): string {
  const [today, setToday] = useState(renderedOn)
  useEffect(() => {
    const check = () => setToday(bandDay(timeZone))
    check()
    const timer = setInterval(check, checkInterval)
    const stop = onWake(check)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [timeZone])
  // The page may have been rendered again, with a newer date, since the last check.
  return today > renderedOn ? today : renderedOn
}
