import { useEffect, useState } from 'react'
import type { EnquiriesResponse, EnquiryBox } from '../../../../api/contract/enquiries'
import { VisuallyHidden } from '../../../ui/VisuallyHidden'
import { boxLabels } from './enquiry-text'
import styles from './InboxPanel.module.css'

const rare: ReadonlySet<EnquiryBox> = new Set(['unsure', 'held', 'booked', 'declined'])

interface InboxBoxesProps {
  counts: EnquiriesResponse['counts']
  /** Undefined if all boxes are searched. */
  chosen: EnquiryBox | undefined
  onChoose: (box: EnquiryBox) => void
}

/** Radio buttons for the boxes of the inbox. Those that are rarely needed are displayed only if they are chosen or contain enquiries. */
export function InboxBoxes({ counts, chosen, onChoose }: InboxBoxesProps) {
  // Updated at once, before the data of the chosen box are loaded.
  const [pressed, setPressed] = useState(chosen)
  useEffect(() => setPressed(chosen), [chosen])
  return (
    <fieldset className={styles.boxes} data-no-print>
      <legend>
        <VisuallyHidden>Show</VisuallyHidden>
      </legend>
      {(Object.keys(boxLabels) as EnquiryBox[])
        .filter((box) => !rare.has(box) || counts[box] > 0 || chosen === box)
        .map((box) => (
          <label key={box} className={styles.box}>
            <input
              type="radio"
              name="box"
              checked={box === pressed}
              onChange={() => {
                setPressed(box)
                onChoose(box)
              }}
            />
            {boxLabels[box]} ({counts[box]})
          </label>
        ))}
    </fieldset>
  )
}
