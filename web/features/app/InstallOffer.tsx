import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isAdminPath, pageAt } from '../../../api/shared/site-map'
import { installOffer, useInstall } from '../../installation/install.store'
import { acknowledge, decline, install } from '../../installation/install-choices'
import { Button, QuietButton } from '../../ui/Button'
import { Card } from './Card'
import styles from './Card.module.css'

/** Offers to install the site on the home screen where that is possible, and confirms the installation; not on pages with a
 * form, nor in the back office. */
export default function InstallOffer({ bandName }: { bandName: string }) {
  const offer = useInstall(installOffer)
  const isJustInstalled = useInstall((install) => install.isJustInstalled)
  const pathname = useLocation({ select: (location) => location.pathname })
  if (pageAt(pathname)?.hasForm || isAdminPath(pathname)) return null
  if (isJustInstalled)
    return (
      <Card
        title="Thank you!"
        text={<p>{bandName} is on your home screen now, shows and kept tracks included.</p>}
      >
        <Button onClick={acknowledge}>Rock on</Button>
      </Card>
    )
  if (offer === 'prompt')
    return (
      <Card
        title={`${bandName} on your home screen`}
        text={<p>Shows and kept tracks, without signal too. It takes hardly any room.</p>}
      >
        <Button onClick={() => void install()}>Install</Button>
        <QuietButton onClick={decline}>Not now</QuietButton>
      </Card>
    )
  if (offer === 'steps')
    return (
      <Card title={`Install ${bandName} in three steps`} text={<Steps />}>
        <QuietButton onClick={decline}>Not now</QuietButton>
      </Card>
    )
  return null
}

const Steps = () => (
  <ol className={styles.steps}>
    <li>
      <Drawing>
        <path d="M46 26h-8v34h44V26h-8M60 44V10M50 19l10-10 10 10" />
      </Drawing>
      1. Tap Share at the edge of the screen
    </li>
    <li>
      <Drawing>
        <rect x="40" y="15" width="40" height="40" rx="9" />
        <path d="M60 25v20M50 35h20" />
      </Drawing>
      2. Choose Add to Home Screen
    </li>
    <li>
      <Drawing>
        <path d="M30 58a30 30 0 0 1 60 0" stroke="var(--hot-text)" />
        <path d="M40 58a20 20 0 0 1 40 0" stroke="var(--amber)" />
        <path d="M50 58a10 10 0 0 1 20 0" stroke="var(--teal)" />
      </Drawing>
      3. Tap Add, and find the arch among your apps
    </li>
  </ol>
)

const Drawing = ({ children }: { children: ReactNode }) => (
  <svg viewBox="0 0 120 70" aria-hidden="true">
    <rect width="120" height="70" rx="8" fill="var(--ground)" />
    <g fill="none" stroke="var(--ink)" strokeWidth="5" strokeLinecap="round">
      {children}
    </g>
  </svg>
)
