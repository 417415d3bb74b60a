import { useState } from 'react'
import type { Enquiry, ReplyBody, ReplyTemplate } from '../../../../api/contract/enquiries'
import { callAdmin } from '../../../api-client/call'
import { ofVersion, withIdempotencyKey } from '../../../api-client/client'
import { conflictOf, statusOf } from '../../../api-client/problem'
import { useReload } from '../panel/use-reload'
import type { Saving } from '../panel/use-saving'
import { storeDraft, storedDraft } from '../records/draft-storage'
import { clearRecordKey, recordKey } from '../records/record-key'
import { replyDraft } from './enquiry-text'

/** Removes the draft of the reply to an enquiry when the band says that it was sent: the site can't detect whether a mail program
 * has done so.
 * @returns a function that brings it back */
export function dropReply(enquiry: Enquiry, isSent: boolean): () => void {
  const name = replyDraft(enquiry)
  const draft = storedDraft(name)
  if (isSent) storeDraft(name, undefined)
  return () => storeDraft(name, storedDraft(name) ?? draft)
}

/** Sends replies to enquiries, and stores the templates of replies.
 * @param onSent called with the stored enquiry before the list is loaded again */
export function useReplies({ save }: Saving, onSent: (enquiry: Enquiry) => void) {
  const reload = useReload()
  const [refusedId, setRefusedId] = useState<string>()

  return {
    /** Sends a reply and sets the status; a repeated attempt with the same text sends it once.
     * @returns whether it was sent */
    reply: ({ _id: id, name, version }: Enquiry, text: string, change: Omit<ReplyBody, 'text'>) =>
      save('The reply could not be sent.', async () => {
        const { headers, ...repetition } = withIdempotencyKey(recordKey(`reply ${id}`, text))
        const parameters = { id }
        const sent = await callAdmin('POST /api/enquiries/{id}/reply', {
          parameters,
          json: { text, ...change },
          ...repetition,
          // Nobody else's status is replaced.
          headers: { ...headers, ...(change.status && ofVersion(version).headers) },
        }).catch((error: unknown) => {
          // 502: the mail server has not taken it, so it was not sent.
          setRefusedId(statusOf(error) === 502 ? id : undefined)
          // The next attempt is based on the present version.
          if (conflictOf(error)) void reload()
          throw error
        })
        onSent(sent.enquiry)
        // A repeated attempt gets the result of the first one, which may have had another status.
        if (change.status && sent.enquiry.status !== change.status) {
          const options = { parameters, json: change, ...ofVersion(sent.enquiry.version) }
          onSent((await callAdmin('PUT /api/enquiries/{id}', options)).enquiry)
        }
        await reload()
        // Last: if an earlier step fails, the same reply is not mailed a second time.
        clearRecordKey(`reply ${id}`)
        return `Sent to ${name}`
      }),

    /** The id of the enquiry whose last reply the mail server has refused. */
    refusedId,
    changeTemplate,
  }

  /** Replaces, adds or removes the template with a title. The others stay as they are now, because another device may have changed
   * them.
   * @param template undefined removes it
   * @param done the message after the change */
  function changeTemplate(
    title: string,
    template: ReplyTemplate | undefined,
    done: string,
    isUndo = false,
  ) {
    void save('The templates could not be saved.', async () => {
      const { templates } = await callAdmin('GET /api/admin/reply-templates', {})
      const index = templates.findIndex((one) => one.title === title)
      const former = templates[index]
      const others = templates.filter((one) => one !== former)
      const place = former ? index : others.length
      const json = { templates: template ? others.toSpliced(place, 0, template) : others }
      await callAdmin('PUT /api/admin/reply-templates', { json })
      await reload()
      const undo = () => changeTemplate(title, former, 'The templates are as before.', true)
      return { text: done, ...(!isUndo && { undo }) }
    })
  }
}
