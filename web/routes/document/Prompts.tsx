import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { band } from '../../content/band'
import { Card } from '../../features/app/Card'
import { UpdatePrompt } from '../../features/app/UpdatePrompt'
import { useOutboxNews } from '../../features/booking/use-outbox-news'
import { usePlayer } from '../../features/music/player.store'
import { installOffer, useInstall } from '../../pwa/install.store'
import { Button, buttonClass } from '../../ui/Button'

// On a first visit there is nothing to offer, and nothing to fetch for it.
const InstallOffer = lazy(() =>
  import('../../features/app/InstallOffer').catch(() => ({ default: () => <></> })),
)

/** What the site has to say by itself, on whatever page. */
export default function Prompts() {
  const hasOffer = useInstall(
    (install) => install.isThankable || installOffer(install) !== undefined,
  )
  const hasPlayed = usePlayer((player) => player.trackId !== undefined)
  useEffect(() => {
    if (hasPlayed) useInstall.getState().noteEngagement()
  }, [hasPlayed])
  return (
    <>
      <div role="status">
        <OutboxNews />
        <UpdatePrompt />
      </div>
      {hasOffer && (
        <Suspense>
          <InstallOffer bandName={band.name} />
        </Suspense>
      )}
    </>
  )
}

function OutboxNews() {
  const news = useOutboxNews()
  if (!news) return null
  return (
    <Card title={news.text}>
      {news.isRefused && (
        <Link to="/BookUs" className={buttonClass()}>
          See the message
        </Link>
      )}
      <Button look="quiet" onClick={news.dismiss}>
        Close
      </Button>
    </Card>
  )
}
