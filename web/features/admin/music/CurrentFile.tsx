import { useEffect, useState } from 'react'
import { callForFile } from '../../../api-client/call'
import { TextButton } from '../../../ui/Button'
import { FormNotice } from '../panel/FormFoot'
import { SideNote } from '../panel/Panel'
import { useSaving } from '../panel/use-saving'

/** Names a track's mp3 and plays it on request. The mp3 is loaded with the token, because that of a draft has no public address. */
export function CurrentFile({ trackId, name }: { trackId: string; name: string }) {
  const { isBusy, message, save } = useSaving()
  const [source, setSource] = useState<string>()
  const [closing] = useState(() => new AbortController())
  useEffect(() => () => closing.abort(), [closing])
  useEffect(() => () => URL.revokeObjectURL(source ?? ''), [source])

  const listen = () =>
    void save('The mp3 could not be loaded.', async () => {
      const options = { parameters: { id: trackId }, signal: closing.signal }
      const mp3 = await callForFile('GET /api/admin/music/{id}/file', options)
      setSource(URL.createObjectURL(mp3))
      return undefined
    })

  return (
    <>
      <SideNote>
        Current file: {name}{' '}
        {!source && (
          <TextButton onClick={listen} aria-disabled={isBusy}>
            Listen
          </TextButton>
        )}
      </SideNote>
      {/* biome-ignore lint/a11y/useMediaCaption: it is music. */}
      {source && <audio src={source} controls autoPlay aria-label={`Listen to ${name}`} />}
      <FormNotice message={message} />
    </>
  )
}
