import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { pageAt } from '../../../api/contract/site-map'
import { band } from '../../content/band'
import { UpdatePrompt } from '../../features/app/UpdatePrompt'
import { usePlayer } from '../../features/music/player.store'
import { installOffer, useInstall } from '../../installation/install.store'
import { listen } from '../../offline/channel'
import { outboxTag } from '../../offline/kept'
import { mayHaveDatabase } from '../../offline/may-have-database'

// On a first visit there is nothing to offer, and nothing to fetch for it.
const OutboxNews = lazy(() => import('./OutboxNews').catch(() => ({ default: () => <></> })))
const InstallOffer = lazy(() =>
  import('../../features/app/InstallOffer').catch(() => ({ default: () => <></> })),
)

/** What the site has to say by itself, on whatever page. */
export default function Prompts() {
  const hasOffer = useInstall(
    (install) => install.isThankable || installOffer(install) !== undefined,
  )
  const isWelcome = useIsWelcome()
  const hasOutbox = useHasOutbox()
  const hasPlayed = usePlayer((player) => player.trackId !== undefined)
  useEffect(() => {
    if (hasPlayed) useInstall.getState().noteEngagement()
  }, [hasPlayed])
  return (
    <>
      <div role="status">
        {hasOutbox && (
          <Suspense>
            <OutboxNews />
          </Suspense>
        )}
        <UpdatePrompt />
      </div>
      {hasOffer && isWelcome && (
        <Suspense>
          <InstallOffer bandName={band.name} />
        </Suspense>
      )}
    </>
  )
}

/** Whether the outbox may have entries: the database exists, or the outbox has changed since the page was opened. */
function useHasOutbox(): boolean {
  const [hasOutbox, setHasOutbox] = useState(false)
  useEffect(() => {
    void mayHaveDatabase().then((mayHave) => mayHave && setHasOutbox(true))
    return listen(outboxTag, () => setHasOutbox(true))
  }, [])
  return hasOutbox
}

/** Whether the offer may come up: never where somebody fills in a form, and elsewhere when the visitor has done something
 * since the site was opened, so that it is neither in the way nor the page's largest paint. */
function useIsWelcome(): boolean {
  const pathname = useLocation({ select: (location) => location.pathname })
  const hasActed = useInstall((install) => install.hasActed)
  return hasActed && !pageAt(pathname)?.hasForm
}
