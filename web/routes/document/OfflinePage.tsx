import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useConnection } from '../../offline/connection'
import { Button } from '../../ui/Button'
import styles from './DeadEnd.module.css'
import { OtherPages } from './NotFoundPage'

/** Replaces a page that is not saved while the site is unreachable. The page opens as soon as the site is reachable. */
export default function OfflinePage() {
  const router = useRouter()
  const [isTrying, setTrying] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  // The frame focuses the content if this module arrives after the navigation. Then the focus moves on to the heading.
  useEffect(() => {
    if (document.activeElement?.matches('main')) heading.current?.focus({ preventScroll: true })
  }, [])

  async function tryAgain() {
    setTrying(true)
    if (await useConnection.getState().probe()) await router.invalidate()
    setTrying(false)
  }

  return (
    <div className={styles.lost}>
      <Unplugged />
      <h1 ref={heading} tabIndex={-1}>
        No signal back here.
      </h1>
      <p>
        This page is not saved on this device, and the site can't be reached. It opens by itself
        when you're back.
      </p>
      <Button onClick={() => void tryAgain()} aria-disabled={isTrying}>
        {isTrying ? 'Trying…' : 'Try again'}
      </Button>
      <OtherPages />
    </div>
  )
}

/** A drawing of an unplugged cable. */
const Unplugged = () => (
  <svg viewBox="0 0 560 200" aria-hidden="true" fill="none">
    <rect x="360" y="40" width="160" height="130" rx="10" fill="var(--ground-2)" />
    <circle cx="440" cy="116" r="38" stroke="var(--line)" strokeWidth="8" />
    <rect x="378" y="54" width="124" height="14" rx="4" fill="var(--line)" />
    <path
      d="M0 150c60 0 70-90 130-90s60 100 120 100 40-50 46-58"
      stroke="var(--hot)"
      strokeWidth="7"
      strokeLinecap="round"
    />
    <path
      d="m286 108 22-22m-6 6 12-22m-12 22 22-12"
      stroke="var(--ink)"
      strokeWidth="7"
      strokeLinecap="round"
    />
  </svg>
)
