import Share2 from 'lucide-react/icons/share-2'
import { QuietButton } from './Button'
import { useClipboard } from './CopyButton'

interface ShareButtonProps {
  title: string
  text: string
  /** Returns the absolute URL, which may change while the button is displayed. */
  url: () => string
}

/** Shares a URL by the device's dialog (Web Share API), or copies it. */
export function ShareButton({ title, text, url }: ShareButtonProps) {
  const { outcome, copy } = useClipboard(
    'The link is copied',
    'Not copied: allow access to the clipboard',
  )

  async function share() {
    if (!navigator.share) return copy(url())
    try {
      await navigator.share({ title, text, url: url() })
    } catch (error) {
      const isCancelled = error instanceof DOMException && error.name === 'AbortError'
      if (!isCancelled) await copy(url())
    }
  }

  return (
    <QuietButton data-needs-scripts onClick={() => void share()}>
      <Share2 aria-hidden size="1.1em" />
      <span aria-live="polite">{outcome ?? 'Share'}</span>
    </QuietButton>
  )
}
