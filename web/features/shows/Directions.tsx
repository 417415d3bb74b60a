import Navigation from 'lucide-react/icons/navigation'
import { useEffect, useState } from 'react'
import type { Show } from '../../../api/contract/shows'
import { placeOf } from '../../../api/shared/show-place'
import type { Frame } from '../../band/frame'
import { buttonClass } from '../../ui/Button'

/** Whether this is an iPhone, an iPad, an iPod or a Mac. */
const isAppleDevice = () => /iPhone|iPad|iPod|Macintosh/.test(navigator.userAgent)

export interface DirectionsProps {
  show: Show
  band: Pick<Frame, 'region' | 'country' | 'countryName'>
}

/** A link to the route in Google Maps, and on Apple's devices one to Apple Maps before it. */
export function Directions({ show, band }: DirectionsProps) {
  const place = encodeURIComponent(placeOf(show, band))
  const [isApple, setApple] = useState(false)
  // Detected after hydration, because the server's page is the same for all devices.
  useEffect(() => setApple(isAppleDevice()), [])
  return (
    <>
      {isApple && (
        <>
          <a
            className={buttonClass('quiet')}
            href={`https://maps.apple.com/?daddr=${place}`}
            target="_blank"
            rel="noreferrer"
          >
            <Navigation aria-hidden size="1.1em" />
            Apple Maps
          </a>{' '}
        </>
      )}
      <a
        className={buttonClass('quiet')}
        href={`https://www.google.com/maps/dir/?api=1&destination=${place}`}
        target="_blank"
        rel="noreferrer"
      >
        <Navigation aria-hidden size="1.1em" />
        {isApple ? 'Google Maps' : 'Directions'}
      </a>
    </>
  )
}
