import { useEffect, useRef, useState } from 'react'
import type { EnquiriesResponse, EnquiryBox } from '../../../../api/contract/enquiries'
import { Choices } from '../../../ui/Field'
import { useChanges } from '../changes/changes.store'
import { countWithChanges } from '../changes/waiting'
import { boxLabels } from './enquiry-text'
import styles from './InboxPanel.module.css'

/** The boxes that are displayed even if they are empty. */
const alwaysShown: ReadonlySet<EnquiryBox> = new Set(['new', 'answered'])

interface InboxBoxesProps {
  counts: EnquiriesResponse['counts']
  /** Undefined if all boxes are searched. */
  chosen: EnquiryBox | undefined
  onChoose: (box: EnquiryBox) => void
}

/** Radio buttons for the boxes of the inbox, on narrow windows in one row that scrolls. Most of them are displayed only if they are
 * chosen or contain enquiries. */
export function InboxBoxes({ counts, chosen, onChoose }: InboxBoxesProps) {
  // Updated at once, before the data of the chosen box are loaded.
  const [pressed, setPressed] = useState(chosen)
  useEffect(() => setPressed(chosen), [chosen])
  const row = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another box is checked
  useEffect(() => {
    const label = row.current?.querySelector(':checked')?.closest('label')
    label?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [pressed])
  const { entries } = useChanges()
  const countIn = (box: EnquiryBox) => countWithChanges(counts[box], box, entries)
  return (
    <div className={styles.boxes} ref={row}>
      <Choices
        legend="Show"
        name="box"
        value={pressed}
        choices={(Object.keys(boxLabels) as EnquiryBox[])
          .filter((box) => alwaysShown.has(box) || countIn(box) > 0 || chosen === box)
          .map((box) => [box, `${boxLabels[box]} (${countIn(box)})`] as const)}
        onChoose={(box) => {
          setPressed(box)
          onChoose(box)
        }}
      />
    </div>
  )
}
