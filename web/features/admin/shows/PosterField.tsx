import { useRef } from 'react'
import type { Poster } from '../../../../api/contract/shows'
import { limits } from '../../../../api/shared/limits'
import { QuietButton } from '../../../ui/Button'
import { TextField } from '../../../ui/Field'
import { Actions, SideNote, WholeRow } from '../panel/Panel'
import { UploadInput } from '../panel/UploadInput'
import { isSameDraft, isTyped, useDrafts } from '../records/drafts.store'
import { pictureTypes, uploadPicture } from '../uploads/picture-upload'
import styles from './PosterField.module.css'

interface PosterFieldProps {
  poster: Poster | undefined
  /** The description of a new poster, which the person can change. */
  description: string
  onChange: (poster: Poster | undefined) => void
  /** Whether the form is being sent. */
  isSaving: boolean
  /** Whether a picture is being uploaded; the form must not be sent meanwhile. */
  isUploading: boolean
  setUploading: (isUploading: boolean) => void
}

/** The poster of a show: a picture, which is uploaded when it is chosen, and its description. */
export function PosterField(props: PosterFieldProps) {
  const { poster, description, onChange, isSaving, isUploading, setUploading } = props
  const row = useRef<HTMLDivElement>(null)
  async function upload(file: File) {
    const before = useDrafts.getState().show
    const picture = await uploadPicture(file)
    // The person may have opened another show meanwhile, cancelled a new one, or changed the description.
    const draft = useDrafts.getState().show
    const isLeft = row.current === null && !isTyped(draft)
    if (isSameDraft(draft, before) && !isLeft)
      onChange({ ...picture, alt: draft.poster?.alt || description })
  }

  return (
    <WholeRow ref={row}>
      <div className={styles.poster}>
        {poster && (
          <img
            className={styles.preview}
            src={poster.src}
            width={poster.width}
            height={poster.height}
            alt=""
          />
        )}
        <div className={styles.fields}>
          <UploadInput
            label="Poster"
            name="poster"
            noun="poster"
            accept={pictureTypes}
            send={upload}
            onUploading={setUploading}
            // A picture that arrives after the show was stored would be lost.
            isDisabled={isSaving}
          />
          {isUploading && <SideNote>Uploading…</SideNote>}
          {poster && (
            <>
              <TextField
                label="What the poster shows"
                value={poster.alt}
                maxLength={limits.line}
                onChange={(event) => onChange({ ...poster, alt: event.currentTarget.value })}
                required
              />
              <Actions>
                <QuietButton onClick={() => onChange(undefined)}>Remove poster</QuietButton>
              </Actions>
            </>
          )}
        </div>
      </div>
    </WholeRow>
  )
}
