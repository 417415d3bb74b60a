import { Card } from '../../features/app/Card'
import { referenceText } from '../../features/booking/texts'
import { useOutboxNews } from '../../features/booking/use-outbox-news'
import { QuietButton } from '../../ui/Button'
import { ButtonLink } from '../../ui/ButtonLink'

/** Reports enquiries that were sent or refused in the background. */
export default function OutboxNews() {
  const news = useOutboxNews()
  if (!news) return null
  return (
    <Card
      title={news.text}
      text={
        news.wasSent && (
          <p>
            {['Your message was sent.', referenceText(news.references)].filter(Boolean).join(' ')}
          </p>
        )
      }
    >
      {news.isRefused && <ButtonLink to="/BookUs">See the message</ButtonLink>}
      <QuietButton onClick={news.dismiss}>Close</QuietButton>
    </Card>
  )
}
