import { type PointerEvent, useState } from 'react'
import type { PictureReference } from '../../../../api/contract/pictures'
import { limits } from '../../../../api/shared/limits'
import { QuietButton } from '../../../ui/Button'
import { TextField } from '../../../ui/Field'
import { Actions, SideNote } from '../panel/Panel'
import { choiceLabel, UploadInput } from '../panel/UploadInput'
import { pictureTypes, uploadPicture } from '../uploads/picture-upload'
import styles from './SiteFields.module.css'

interface PictureFieldProps {
  name: string
  label: string
  picture: PictureReference | undefined
  onChange: (picture: PictureReference | undefined) => void
  /** Whether a picture is being uploaded; the form must not be sent meanwhile. */
  onUploading: (isUploading: boolean) => void
}

/** A picture, which is uploaded when it is chosen, its description, and the point that stays visible where it is cropped. */
export function PictureField({ name, label, picture, onChange, onUploading }: PictureFieldProps) {
  const [isUploading, setUploading] = useState(false)

  return (
    <fieldset className={styles.picture}>
      <legend>{label}</legend>
      {picture && <FocusPoint label={label} picture={picture} onChange={onChange} />}
      <div className={styles.pictureFields}>
        <UploadInput
          name={name}
          label={choiceLabel(label, picture !== undefined)}
          noun="file"
          accept={pictureTypes}
          // The description and the focus of the former picture do not fit the new one.
          send={async (file) => onChange(await uploadPicture(file))}
          onUploading={(isNow) => {
            setUploading(isNow)
            onUploading(isNow)
          }}
        />
        <p role="status">{isUploading && 'Uploading…'}</p>
        {picture && (
          <>
            <TextField
              label="Description"
              value={picture.alt ?? ''}
              maxLength={limits.line}
              onChange={({ currentTarget: { value: alt } }) => onChange({ ...picture, alt })}
            />
            <Actions>
              <QuietButton onClick={() => onChange(undefined)}>
                Remove {label.toLowerCase()}
              </QuietButton>
            </Actions>
          </>
        )}
      </div>
    </fieldset>
  )
}

interface FocusPointProps {
  label: string
  picture: PictureReference
  onChange: (picture: PictureReference) => void
}

const axes = { x: 'Horizontal', y: 'Vertical' } as const

/** The picture with the point that stays visible: it follows the finger, or the two sliders. */
function FocusPoint({ label, picture, onChange }: FocusPointProps) {
  const { src, width, height, focus = { x: 50, y: 50 } } = picture

  function follow(event: PointerEvent<HTMLDivElement>) {
    if (event.buttons === 0) return
    const box = event.currentTarget.getBoundingClientRect()
    const percent = (part: number, whole: number) =>
      Math.round(Math.min(Math.max(part / whole, 0), 1) * 100)
    onChange({
      ...picture,
      focus: {
        x: percent(event.clientX - box.left, box.width),
        y: percent(event.clientY - box.top, box.height),
      },
    })
  }

  return (
    <div className={styles.focus}>
      <div
        className={styles.preview}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          follow(event)
        }}
        onPointerMove={follow}
      >
        <img src={src} width={width} height={height} alt="" draggable={false} />
        <span className={styles.point} style={{ left: `${focus.x}%`, top: `${focus.y}%` }} />
      </div>
      <SideNote>
        Drag the ring to the part that must stay visible when the picture is cropped.
      </SideNote>
      {(['x', 'y'] as const).map((axis) => (
        <label key={axis}>
          {axes[axis]}
          <input
            type="range"
            aria-label={`${axes[axis]} focus of the ${label.toLowerCase()}, in per cent`}
            min={0}
            max={100}
            value={focus[axis]}
            onChange={({ currentTarget: { valueAsNumber } }) =>
              onChange({ ...picture, focus: { ...focus, [axis]: valueAsNumber } })
            }
          />
        </label>
      ))}
    </div>
  )
}
