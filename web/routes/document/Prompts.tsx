import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { band } from '../../content/band'
import { Card } from '../../features/app/Card'
import { InstallOffer } from '../../features/app/InstallOffer'
import { UpdatePrompt } from '../../features/app/UpdatePrompt'
import { useOutboxNews } from '../../features/booking/use-outbox-news'
import { usePlayer } from '../../features/music/player.store'
import { useInstall } from '../../pwa/install.store'
import { Button, buttonClass } from '../../ui/Button'

/** What the site has to say by itself, on whatever page. */
export default function Prompts() {
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
      <InstallOffer bandName={band.name} />
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
