import { Link } from '@tanstack/react-router'
import { Card } from '../../features/app/Card'
import { referenceText } from '../../features/booking/texts'
import { useOutboxNews } from '../../features/booking/use-outbox-news'
import { Button, buttonClass } from '../../ui/Button'

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
      {news.isRefused && (
        <Link to="/BookUs" className={buttonClass()}>
          See the message
        </Link>
      )}
      <Button variant="quiet" onClick={news.dismiss}>
        Close
      </Button>
    </Card>
  )
}
