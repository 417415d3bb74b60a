import { useEffect, useState } from 'react'
import { useBand } from '../../band/use-band'
import { onTrack } from '../../features/music/player-element'
import { installOffer, useInstall } from '../../installation/install.store'
import { useUpdate } from '../../installation/update.store'
import { listen } from '../../offline/channel'
import { mayHaveDatabase } from '../../offline/may-have-database'
import { outboxTag } from '../../offline/names'
import { deferred } from '../../ui/deferred'

// Loaded only when there is something to show, which is never the case on a first visit.
const OutboxNews = deferred(() => import('./OutboxNews'))
const InstallOffer = deferred(() => import('../../features/app/InstallOffer'))
const UpdatePrompt = deferred(() => import('../../features/app/UpdatePrompt'))

/** The cards on every page: results of the outbox, a new version, and the install offer. */
export default function Prompts() {
  // Only after the visitor's first interaction, so that the offer is not the page's largest paint.
  const hasOffer = useInstall(
    (install) =>
      install.hasActed && (install.isJustInstalled || installOffer(install) !== undefined),
  )
  const hasUpdate = useUpdate((update) => update.isReady)
  const { name } = useBand()
  const hasOutbox = useHasOutbox()
  useEffect(() => onTrack(() => useInstall.getState().noteEngagement()), [])
  return (
    <>
      {/* First, because the cards grow upwards from the bottom of the window: the offer appears above the others. */}
      {hasOffer && <InstallOffer bandName={name} />}
      <div role="status">
        {hasOutbox && <OutboxNews />}
        {hasUpdate && <UpdatePrompt />}
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
