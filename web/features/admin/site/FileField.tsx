import { type ComponentProps, useState } from 'react'
import { maxPageFileSize } from '../../../../api/shared/page-files'
import { fileSize } from '../../../ui/file-size'
import { SideNote } from '../panel/Panel'
import { choiceLabel, UploadInput } from '../panel/UploadInput'
import { UploadProgress } from '../panel/UploadProgress'

interface FileFieldProps
  extends Pick<ComponentProps<typeof UploadInput>, 'label' | 'name' | 'accept' | 'onUploading'> {
  /** The address of the current file; empty if there is none. */
  current: string
  onChange: (address: string, file: File) => void
}

/** A file of the band's pages, which is uploaded in parts. */
export function FileField({ onChange, current, label, ...input }: FileFieldProps) {
  const [upload, setUpload] = useState<{ progress: number; cancel: () => void }>()

  async function send(file: File) {
    if (file.size > maxPageFileSize)
      throw new RangeError(`The file may have at most ${fileSize(maxPageFileSize)}.`)
    const { discardUpload, sendInParts } = await import('../uploads/send-in-parts')
    const controller = new AbortController()
    let url: string | undefined
    function cancel() {
      controller.abort()
      // Without a connection, the server removes it after a day.
      if (url !== undefined) void discardUpload(url).catch(() => undefined)
    }
    setUpload({ progress: 0, cancel })
    try {
      const address = await sendInParts(file, {
        metadata: { filename: file.name, purpose: 'file' },
        url: undefined,
        onUrl(created) {
          url = created
        },
        onProgress: (progress) => setUpload({ progress, cancel }),
        signal: controller.signal,
      })
      if (address !== undefined) onChange(address, file)
    } finally {
      setUpload(undefined)
    }
  }

  return (
    <div>
      <UploadInput {...input} label={choiceLabel(label, current !== '')} noun="file" send={send} />
      {upload && <UploadProgress progress={upload.progress} onCancel={upload.cancel} />}
      {current && (
        <SideNote>Current file: {decodeURIComponent(current.split('/').at(-1) ?? '')}</SideNote>
      )}
    </div>
  )
}
