import { useEffect, useState } from 'react'
import { onWake } from '../../browser/wake'
import { todayIn } from './show-dates'

const lookEvery = 30_000

/** The band's day as it is now, also on a page that was kept, is open for days or was asleep.
 * @param timeZone the band's (IANA name)
 * @param renderedOn the day that the page was rendered with, which is the first that it shows */
export function useToday(timeZone: string, renderedOn: string): string {
  const [today, setToday] = useState(renderedOn)
  useEffect(() => {
    const look = () => setToday(todayIn(timeZone))
    look()
    const timer = setInterval(look, lookEvery)
    const stop = onWake(look)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [timeZone])
  // A newer page may have been rendered since the last look.
  return today > renderedOn ? today : renderedOn
}
