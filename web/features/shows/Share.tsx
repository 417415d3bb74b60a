import { Share2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/Button'
import { Announcer } from '../../ui/VisuallyHidden'

interface ShareProps {
  title: string
  text: string
  /** Absolute. */
  url: string
}

const copied = 'The link is copied.'
const notCopied = 'The link could not be copied.'

/** Shares a page with the device's own dialog (Web Share), or copies its address. */
export function Share({ title, text, url }: ShareProps) {
  const [outcome, setOutcome] = useState('')

  async function copy() {
    try {
      // The Clipboard API needs a secure context.
      await navigator.clipboard.writeText(url)
      setOutcome(copied)
    } catch {
      setOutcome(notCopied)
    }
  }

  async function share() {
    if (!navigator.share) return copy()
    try {
      await navigator.share({ title, text, url })
    } catch (error) {
      const isCancelled = error instanceof DOMException && error.name === 'AbortError'
      if (!isCancelled) await copy()
    }
  }

  return (
    <>
      <Button variant="quiet" data-needs-scripts onClick={() => void share()}>
        <Share2 aria-hidden size={18} />
        Share
      </Button>
      {outcome && <span aria-hidden>{outcome}</span>}
      <Announcer text={outcome} />
    </>
  )
}
