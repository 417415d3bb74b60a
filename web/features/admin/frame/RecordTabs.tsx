import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { type RecordTab, recordTabs, useRecordTab } from '../records/record-tab.store'
import styles from './AdminMenu.module.css'
import { AdminMenuEntry } from './AdminMenuEntry'

const tabId = (tab: RecordTab) => `tab-${tab}`
const panelId = (tab: RecordTab) => `panel-${tab}`

/** The tabs of the admin page according to the ARIA Authoring Practices Guide: arrow keys switch tabs, and only the
 * selected tab is in the tab order. */
export function RecordTabs() {
  const { open, choose } = useRecordTab()
  const list = useRef<HTMLDivElement>(null)

  function move(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = (recordTabs.indexOf(open) + step + recordTabs.length) % recordTabs.length
    choose(recordTabs[next] ?? open)
    list.current?.querySelectorAll('button')[next]?.focus()
  }

  return (
    <div
      className={styles.tabs}
      role="tablist"
      aria-label="Back office"
      ref={list}
      onKeyDown={move}
    >
      {recordTabs.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={tabId(tab)}
          className={styles.entry}
          aria-selected={tab === open}
          aria-controls={panelId(tab)}
          tabIndex={tab === open ? 0 : -1}
          onClick={() => choose(tab)}
        >
          <AdminMenuEntry name={tab} />
        </button>
      ))}
    </div>
  )
}

/** The panels of the tabs. Hidden panels stay mounted, so that an upload continues in the background. */
export function RecordPanels({ panels }: { panels: Record<RecordTab, ReactNode> }) {
  const { open } = useRecordTab()
  return recordTabs.map((tab) => (
    <div
      key={tab}
      role="tabpanel"
      id={panelId(tab)}
      aria-labelledby={tabId(tab)}
      hidden={tab !== open}
    >
      {panels[tab]}
    </div>
  ))
}
