import Navigation from 'lucide-react/icons/navigation'
import { useEffect, useState } from 'react'
import type { Show } from '../../../api/contract/shows'
import { placeOf } from '../../../api/shared/show-place'
import type { Frame } from '../../band/frame'
import { buttonClass } from '../../ui/Button'

export interface DirectionsProps {
  show: Show
  band: Pick<Frame, 'region' | 'country' | 'countryName'>
}

/** A link to the route in Google Maps, and on Apple's devices one to Apple Maps before it. */
export function Directions({ show, band }: DirectionsProps) {
  const place = encodeURIComponent(placeOf(show, band))
  const [isApple, setApple] = useState(false)
  // Detected after hydration, because the server's page is the same for all devices.
  useEffect(() => setApple(/iPhone|iPad|iPod|Macintosh/.test(navigator.userAgent)), [])
  return (
    <>
      {isApple && (
        <>
          <RouteLink href={`https://maps.apple.com/?daddr=${place}`} label="Apple Maps" />{' '}
        </>
      )}
      <RouteLink
        href={`https://www.google.com/maps/dir/?api=1&destination=${place}`}
        label={isApple ? 'Google Maps' : 'Directions'}
      />
    </>
  )
}

const RouteLink = ({ href, label }: { href: string; label: string }) => (
  <a className={buttonClass('quiet')} href={href} target="_blank" rel="noreferrer">
    <Navigation aria-hidden size="1.1em" />
    {label}
  </a>
)
