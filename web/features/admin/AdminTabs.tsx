import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import styles from './AdminTabs.module.css'

interface AdminTabsProps {
  /** The panels by tab label, in display order; the first one is initially open. */
  panels: Record<string, ReactNode>
}

/** Tabs according to the ARIA Authoring Practices Guide: arrow keys switch tabs, and only the selected tab is
 * in the tab order. */
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
          // Hidden panels stay mounted, so that an upload continues in the background.
          hidden={label !== open}
        >
          {panels[label]}
        </div>
      ))}
    </>
  )
}
