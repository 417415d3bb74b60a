import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import styles from './AdminTabs.module.css'

interface AdminTabsProps {
  /** By the tab's label, in their order; the first is open at first. */
  panels: Record<string, ReactNode>
}

/** Tabs by the ARIA authoring practices: arrow keys move, the chosen one alone is in the tab order. */
export function AdminTabs({ panels }: AdminTabsProps) {
  const id = useId()
  const labels = Object.keys(panels)
  const [open, setOpen] = useState(labels[0] ?? '')
  const list = useRef<HTMLDivElement>(null)

  function move(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = (labels.indexOf(open) + step + labels.length) % labels.length
    setOpen(labels[next] ?? open)
    list.current?.querySelectorAll('button')[next]?.focus()
  }

  return (
    <>
      <div
        className={styles.tabs}
        role="tablist"
        aria-label="Back office"
        ref={list}
        onKeyDown={move}
      >
        {labels.map((label) => (
          <button
            key={label}
            type="button"
            role="tab"
            id={`${id}-${label}`}
            className={styles.tab}
            aria-selected={label === open}
            aria-controls={`${id}-${label}-panel`}
            tabIndex={label === open ? 0 : -1}
            onClick={() => setOpen(label)}
          >
            {label}
          </button>
        ))}
      </div>
      {labels.map((label) => (
        <div
          key={label}
          role="tabpanel"
          id={`${id}-${label}-panel`}
          aria-labelledby={`${id}-${label}`}
          // Kept, not closed: what goes on in a panel goes on behind the other.
          hidden={label !== open}
        >
          {panels[label]}
        </div>
      ))}
    </>
  )
}
