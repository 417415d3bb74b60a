import { useEffect, useState } from 'react'
import { onOutboxChange, outboxEntries, takeSent } from '../../offline/outbox'
import { sentText } from './texts'

interface News {
  wasSent: boolean
  isRefused: boolean
}

interface OutboxNews {
  text: string
  /** Whether there is something to do about it, on the booking page. */
  isRefused: boolean
  dismiss: () => void
}

/** What became of enquiries that were sent, or refused, while nobody looked. */
export function useOutboxNews(): OutboxNews | undefined {
  const [news, setNews] = useState<News>({ wasSent: false, isRefused: false })
  useEffect(() => {
    const look = async () => {
      const sent = await takeSent()
      const isRefused = (await outboxEntries()).some(({ state }) => state === 'refused')
      setNews((before) => ({ wasSent: before.wasSent || sent > 0, isRefused }))
    }
    const lookQuietly = () =>
      look().catch((error: unknown) => console.debug('The outbox is closed:', error))
    lookQuietly()
    return onOutboxChange(lookQuietly)
  }, [])
  const dismiss = () => setNews({ wasSent: false, isRefused: false })
  const texts = [
    news.wasSent && sentText,
    news.isRefused && 'An enquiry of yours could not be sent.',
  ].filter((text) => text !== false)
  return texts.length > 0
    ? { text: texts.join(' '), isRefused: news.isRefused, dismiss }
    : undefined
}
