import type { Db } from 'mongodb'
import type { ReplyTemplate } from '../contract/enquiries'

interface TemplatesRecord {
  _id: 'replies'
  templates: ReplyTemplate[]
}

const defaultTemplates: readonly ReplyTemplate[] = [
  {
    title: 'We are free',
    text: 'Hi {name},\n\nThank you for asking. We are free on {date} and would love to play. When could we talk about the details?\n\n{band}',
  },
  {
    title: 'We are not free',
    text: 'Hi {name},\n\nThank you for asking. On {date} we are not free. Is there another date that works for you?\n\n{band}',
    status: 'declined',
  },
  {
    title: 'Tell us more',
    text: 'Hi {name},\n\nThank you for your message. Where and when is it, and for how many people? Then we can say more.\n\n{band}',
  },
]

/** The reply templates of the band. */
export function openReplyTemplates(db: Db) {
  const stored = db.collection<TemplatesRecord>('replyTemplates')
  const filter = { _id: 'replies' } as const
  return {
    async read(): Promise<readonly ReplyTemplate[]> {
      const record = await stored.findOne(filter)
      return record?.templates ?? defaultTemplates
    },
    async replace(templates: ReplyTemplate[]): Promise<void> {
      await stored.replaceOne(filter, { templates }, { upsert: true })
    },
  }
}
