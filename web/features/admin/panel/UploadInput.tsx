import { useState } from 'react'
import { sentence } from '../../../api-client/problem'
import { TextField } from '../../../ui/Field'

interface UploadInputProps {
  label: string
  /** What is uploaded, for messages. */
  noun: string
  /** The types of files that can be chosen, as in an input's `accept`. */
  accept: string
  name?: string
  /** Uploads a chosen file.
   * @throws RangeError with a message for the person if the file is too large; an AbortError is not reported */
  send: (file: File) => Promise<void>
  /** Whether a file is being uploaded; the form must not be sent meanwhile. */
  onUploading: (isUploading: boolean) => void
  isDisabled?: boolean
}

/** The label of an input for a file that a site may have already. */
export const choiceLabel = (label: string, hasCurrent: boolean) =>
  `${hasCurrent ? 'Another' : 'Choose the'} ${label.toLowerCase()}`

/** An input whose file is uploaded as soon as it is chosen. */
export function UploadInput(props: UploadInputProps) {
  const { label, name, noun, accept, send, onUploading, isDisabled } = props
  const [failure, setFailure] = useState<string>()

  async function upload(file: File) {
    setFailure(undefined)
    onUploading(true)
    try {
      await send(file)
    } catch (reason) {
      if (reason instanceof DOMException && reason.name === 'AbortError') return
      console.error(`Uploading the ${noun} failed:`, reason)
      const isOwnMessage =
        reason instanceof RangeError ||
        (reason instanceof Error && reason.name === 'UploadRefusedError')
      setFailure(
        isOwnMessage ? reason.message : sentence(`The ${noun} could not be uploaded.`, reason),
      )
    } finally {
      onUploading(false)
    }
  }

  return (
    <TextField
      label={label}
      name={name}
      type="file"
      data-hides-file-name
      disabled={isDisabled}
      accept={accept}
      onChange={({ currentTarget }) => {
        const [file] = currentTarget.files ?? []
        // After a failure, the same file can be chosen again.
        currentTarget.value = ''
        if (file) void upload(file)
      }}
      error={failure}
    />
  )
}
