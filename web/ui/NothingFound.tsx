import { QuietButton } from './Button'
import { EmptyState } from './EmptyState'

interface NothingFoundProps {
  text: string
  /** Clears the search. */
  onShowAll: () => void
}

/** The placeholder for a list in which a search has found nothing. */
export function NothingFound({ text, onShowAll }: NothingFoundProps) {
  function showAll() {
    onShowAll()
    // The button that had the focus was removed.
    document.querySelector<HTMLElement>('main input[type="search"]')?.focus()
  }
  return (
    <EmptyState>
      <p>{text}</p>
      <QuietButton onClick={showAll}>Show all</QuietButton>
    </EmptyState>
  )
}
