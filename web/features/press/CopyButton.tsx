import { useState } from 'react'
import { Button } from '../../ui/Button'

/** Copies a text; its label says so for two seconds. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [state, setState] = useState<'copied' | 'failed'>()
  async function copy() {
    try {
      // Only secure pages have a clipboard.
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      setState('failed')
    }
    setTimeout(() => setState(undefined), 2_000)
  }
  const texts = { copied: 'Copied', failed: 'Select the text and copy it' }
  return (
    <Button variant="quiet" data-needs-scripts onClick={() => void copy()}>
      <span aria-live="polite">{state ? texts[state] : label}</span>
    </Button>
  )
}
