import { useState } from 'react'
import { limits } from '../../../api/contract/limits'
import type { Poster } from '../../../api/contract/shows'
import { call } from '../../api-client/call'
import { adminApi } from '../../api-client/client'
import { sentence } from '../../api-client/problem'
import { Button } from '../../ui/Button'
import { TextField } from '../../ui/Field'
import { Actions, SideNote, WholeRow } from './Panel'
import styles from './PosterField.module.css'

interface PosterFieldProps {
  poster: Poster | undefined
  /** The description of a new poster, which the person can change. */
  description: string
  error: string | undefined
  onChange: (poster: Poster | undefined) => void
}

/** The poster of a show: a picture, which is uploaded when it is chosen, and its description. */
export function PosterField({ poster, description, error, onChange }: PosterFieldProps) {
  const [isUploading, setUploading] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function upload(file: File) {
    setUploading(true)
    setFailure(undefined)
    try {
      const body = new FormData()
      body.set('picture', file)
      const { picture } = await call(adminApi(), 'POST /api/pictures', { body })
      onChange({ ...picture, alt: poster?.alt || description })
    } catch (problem) {
      console.error('Uploading the poster failed:', problem)
      setFailure(sentence('The poster could not be uploaded.', problem))
    } finally {
      setUploading(false)
    }
  }

  return (
    <WholeRow>
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
          <TextField
            // A new key empties the file input.
            key={poster?.src ?? ''}
            label="Poster"
            type="file"
            accept="image/jpeg,image/png,image/webp,image/avif"
            onChange={(event) => {
              const [file] = event.currentTarget.files ?? []
              if (file) void upload(file)
            }}
            error={failure ?? error}
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
                <Button variant="quiet" onClick={() => onChange(undefined)}>
                  Remove poster
                </Button>
              </Actions>
            </>
          )}
        </div>
      </div>
    </WholeRow>
  )
}
