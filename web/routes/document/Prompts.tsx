import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { isAdminPath, pageAt } from '../../../api/shared/site-map'
import { useBand } from '../../band/use-band'
import { UpdatePrompt } from '../../features/app/UpdatePrompt'
import { onTrack } from '../../features/music/player-element'
import { installOffer, useInstall } from '../../installation/install.store'
import { listen } from '../../offline/channel'
import { mayHaveDatabase } from '../../offline/may-have-database'
import { outboxTag } from '../../offline/names'

// Loaded only when there is something to show, which is never the case on a first visit.
const OutboxNews = lazy(() => import('./OutboxNews').catch(() => ({ default: () => <></> })))
const InstallOffer = lazy(() =>
  import('../../features/app/InstallOffer').catch(() => ({ default: () => <></> })),
)

/** The cards on every page: results of the outbox, a new version, and the install offer. */
export default function Prompts() {
  const hasOffer = useInstall(
    (install) => install.isJustInstalled || installOffer(install) !== undefined,
  )
  const { name } = useBand()
  const isOfferAllowed = useIsOfferAllowed()
  const hasOutbox = useHasOutbox()
  useEffect(() => onTrack(() => useInstall.getState().noteEngagement()), [])
  return (
    <>
      {/* First, because the cards grow upwards from the bottom of the window: the offer appears above the others. */}
      {hasOffer && isOfferAllowed && (
        <Suspense>
          <InstallOffer bandName={name} />
        </Suspense>
      )}
      <div role="status">
        {hasOutbox && (
          <Suspense>
            <OutboxNews />
          </Suspense>
        )}
        <UpdatePrompt />
      </div>
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

/** Whether the install offer may be shown: not on a page with a form, and only after the visitor's first interaction,
 * so that it is neither in the way nor the page's largest paint. */
function useIsOfferAllowed(): boolean {
  const pathname = useLocation({ select: (location) => location.pathname })
  const hasActed = useInstall((install) => install.hasActed)
  return hasActed && !pageAt(pathname)?.hasForm && !isAdminPath(pathname)
}
