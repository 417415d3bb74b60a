import { useState } from 'react'
import { QuietButton } from './Button'

/** Milliseconds for which the outcome replaces the label. */
const outcomeDuration = 2_000

/** Copies texts to the clipboard, which only secure pages have.
 * @returns `outcome`: the text that replaces the label for two seconds */
export function useClipboard(copied: string, failed: string) {
  const [outcome, setOutcome] = useState<string>()
  async function copy(text: string) {
    setOutcome(
      (await navigator.clipboard?.writeText(text).then(
        () => copied,
        () => failed,
      )) ?? failed,
    )
    setTimeout(() => setOutcome(undefined), outcomeDuration)
  }
  return { outcome, copy }
}

interface CopyButtonProps {
  text: string
  label: string
  /** What the person can do if copying fails. */
  failed?: string
  onPress?: () => void
}

/** Copies a text; its label says so for two seconds. */
export function CopyButton({
  text,
  label,
  failed = 'Not copied: select the text',
  onPress,
}: CopyButtonProps) {
  const { outcome, copy } = useClipboard('Copied', failed)
  return (
    <QuietButton
      data-needs-scripts
      onClick={() => {
        void copy(text)
        onPress?.()
      }}
    >
      <span data-label={label} aria-live="polite">
        {outcome ?? label}
      </span>
    </QuietButton>
  )
}
