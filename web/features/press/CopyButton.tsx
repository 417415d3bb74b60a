import { useState } from 'react'
import { Button } from '../../ui/Button'

/** Copies a text; its label says so for two seconds. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [state, setState] = useState<'copied' | 'failed'>()
  const copy = () =>
    navigator.clipboard
      .writeText(text)
      .then(
        () => setState('copied'),
        () => setState('failed'),
      )
      .finally(() => setTimeout(() => setState(undefined), 2_000))
  const texts = { copied: 'Copied', failed: 'Please copy it by hand' }
  return (
    <Button variant="quiet" data-needs-scripts onClick={() => void copy()}>
      <span aria-live="polite">{state ? texts[state] : label}</span>
    </Button>
  )
}
