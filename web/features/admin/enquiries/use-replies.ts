import type { Enquiry, ReplyTemplate } from '../../../../api/contract/enquiries'
import { callAdmin } from '../../../api-client/call'
import { withIdempotencyKey } from '../../../api-client/client'
import { useReload } from '../panel/use-reload'
import type { Saving } from '../panel/use-saving'
import { clearRecordKey, recordKey } from '../records/record-key'

/** Sends replies to enquiries, and stores the templates of replies.
 * @param onAnswered called before the list is loaded again */
export function useReplies({ save }: Saving, onAnswered: (enquiry: Enquiry) => void) {
  const reload = useReload()

  return {
    /** Sends a reply; a repeated attempt with the same text sends it once.
     * @returns whether it was sent */
    reply: (enquiry: Enquiry, text: string): Promise<boolean> =>
      save('The reply could not be sent.', async () => {
        const key = recordKey('reply', `${enquiry._id} ${text}`)
        await callAdmin('POST /api/enquiries/{id}/reply', {
          parameters: { id: enquiry._id },
          json: { text },
          ...withIdempotencyKey(key),
        })
        onAnswered(enquiry)
        await reload()
        // Last: if an earlier step fails, the same reply is not mailed a second time.
        clearRecordKey('reply')
        return `Sent to ${enquiry.name}`
      }),

    keepTemplates: (templates: ReplyTemplate[]) =>
      void save('The templates could not be saved.', async () => {
        await callAdmin('PUT /api/admin/reply-templates', { json: { templates } })
        await reload()
        return 'Saved: the templates'
      }),
  }
}
