import { useState } from 'react'
import { Button } from './Button'

/** Milliseconds for which a button says how copying went. */
const saidFor = 2_000

/** Copies texts to the clipboard, which only secure pages have.
 * @returns `outcome`: what the button says instead of its label, for two seconds */
export function useCopy(copied: string, failed: string) {
  const [outcome, setOutcome] = useState<string>()
  async function copy(text: string) {
    setOutcome(
      (await navigator.clipboard?.writeText(text).then(
        () => copied,
        () => failed,
      )) ?? failed,
    )
    setTimeout(() => setOutcome(undefined), saidFor)
  }
  return { outcome, copy }
}

interface CopyButtonProps {
  text: string
  label: string
  /** What the person can do if copying fails. */
  failed?: string
}

/** Copies a text; its label says so for two seconds. */
export function CopyButton({
  text,
  label,
  failed = 'Select the text and copy it',
}: CopyButtonProps) {
  const { outcome, copy } = useCopy('Copied', failed)
  return (
    <Button variant="quiet" data-needs-scripts onClick={() => void copy(text)}>
      <span aria-live="polite">{outcome ?? label}</span>
    </Button>
  )
}
