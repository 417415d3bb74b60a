import { useState } from 'react'
import { QuietButton } from './Button'

/** Milliseconds for which the outcome replaces the label. */
const outcomeDuration = 2_000

/** Copies texts to the clipboard.
 * @returns `outcome`: the text that replaces the label for two seconds; `copy` resolves to whether the text was copied */
export function useClipboard(copied: string, failed: string) {
  const [outcome, setOutcome] = useState<string>()
  async function copy(text: string): Promise<boolean> {
    let isCopied = true
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      // Only secure pages have a clipboard.
      isCopied = false
    }
    setOutcome(isCopied ? copied : failed)
    setTimeout(() => setOutcome(undefined), outcomeDuration)
    return isCopied
  }
  return { outcome, copy }
}

interface CopyButtonProps {
  text: string
  label: string
  /** What the person can do if copying fails. */
  failed?: string
  onCopied?: () => void
}

/** Copies a text; its label says so for two seconds. */
export function CopyButton({
  text,
  label,
  failed = 'Not copied: select the text',
  onCopied,
}: CopyButtonProps) {
  const { outcome, copy } = useClipboard('Copied', failed)
  return (
    <QuietButton
      data-needs-scripts
      onClick={async () => {
        if (await copy(text)) onCopied?.()
      }}
    >
      <span data-label={label} aria-live="polite">
        {outcome ?? label}
      </span>
    </QuietButton>
  )
}
