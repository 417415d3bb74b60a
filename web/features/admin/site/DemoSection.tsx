import { useState } from 'react'
import type { DemoResponse } from '../../../../api/contract/demo'
import { counted } from '../../../../api/shared/counted'
import { listed } from '../../../../api/shared/listed'
import { callAdmin } from '../../../api-client/call'
import { QuietButton } from '../../../ui/Button'
import { ConfirmDialog } from '../../../ui/ConfirmDialog'
import { FormNotice } from '../panel/FormFoot'
import { Actions, Section } from '../panel/Panel'
import { useReload } from '../panel/use-reload'
import { useSaving } from '../panel/use-saving'

const part = (count: number, noun: string) => (count === 0 ? [] : [counted(count, noun)])

/** Removes what came with the demo; nothing if there is none left. */
export function DemoSection({ demo }: { demo: DemoResponse }) {
  const reload = useReload('site')
  const [isConfirming, setConfirming] = useState(false)
  const { message, save } = useSaving()
  const parts = [
    ...part(demo.shows, 'show'),
    ...part(demo.tracks, 'track'),
    ...part(demo.songs, 'song'),
    ...part(demo.words, 'text and picture').map(() => 'texts and pictures'),
  ]
  const list = listed(parts)

  const remove = () =>
    void save('The demo could not be removed.', async () => {
      await callAdmin('DELETE /api/admin/demo', {})
      await reload()
      return 'The demo is removed.'
    })

  return (
    <>
      {parts.length > 0 && (
        <Section id="demo" title="The demo">
          <p>Still on the site from the demo: {list}. What you have changed stays.</p>
          <Actions>
            <QuietButton onClick={() => setConfirming(true)}>Remove the demo</QuietButton>
          </Actions>
        </Section>
      )}
      <FormNotice message={message} />
      {isConfirming && (
        <ConfirmDialog
          title="Remove the demo?"
          text={`This removes ${list}. Shows, tracks and songs stay in the bin for 30 days; “Take the last change back” restores texts and pictures.`}
          confirm="Remove"
          onClose={() => setConfirming(false)}
          onConfirm={remove}
        />
      )}
    </>
  )
}
