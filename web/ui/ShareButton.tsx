import Share2 from 'lucide-react/icons/share-2'
import { useState } from 'react'
import { Button } from './Button'
import { Announcer } from './VisuallyHidden'

interface ShareButtonProps {
  title: string
  text: string
  /** Absolute; a function if it changes while the button is displayed. */
  url: string | (() => string)
}

const copied = 'The link is copied.'
const notCopied = 'The link could not be copied: allow access to the clipboard and try again.'

/** Shares a URL by the device's dialog (Web Share API), or copies it. */
export function ShareButton({ title, text, url }: ShareButtonProps) {
  const [outcome, setOutcome] = useState('')

  const address = () => (typeof url === 'string' ? url : url())

  async function copy() {
    try {
      // The Clipboard API needs a secure context.
      await navigator.clipboard.writeText(address())
      setOutcome(copied)
    } catch {
      setOutcome(notCopied)
    }
  }

  async function share() {
    if (!navigator.share) return copy()
    try {
      await navigator.share({ title, text, url: address() })
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
