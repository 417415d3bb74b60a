import { type ComponentProps, useState } from 'react'
import { clockTime } from '../../../../api/shared/show-dates'
import { WholeRow } from '../panel/Panel'
import type { ShowDraft } from '../records/drafts.store'
import { RecordFields } from '../records/RecordFields'
import { showFields } from '../records/record-fields'
import { PosterField } from './PosterField'
import styles from './ShowDetails.module.css'

type Name = keyof typeof showFields

const names = Object.keys(showFields) as Name[]
/** The fields that every show has. */
export const basicNames = names.filter((name) => !showFields[name].isOptional)
/** The fields that change most often in an existing show; its form starts with them. */
export const stateNames = ['status', 'visibility'] as const satisfies readonly Name[]
const optionalNames = names.filter((name) => showFields[name].isOptional)
const isPrivate = (name: Name) => showFields[name].isPrivate === true

/** What the closed details contain. A start time is named, because it may be that of the last show at the venue. */
const filledIn = ({ startsAt }: ShowDraft) =>
  startsAt ? ` (filled in) · ${clockTime(startsAt)}` : ' (filled in)'

interface ShowDetailsProps
  extends Pick<ComponentProps<typeof PosterField>, 'isSaving' | 'isUploading' | 'setUploading'> {
  draft: ShowDraft
  /** The name of the field for which the form was opened. */
  firstField: string | undefined
  /** Error messages by the field's name. */
  errors: Readonly<Record<string, string>>
  hints: { readonly [one in Name]?: string }
  suggestions: { readonly [one in Name]?: readonly string[] }
  onType: (changes: Partial<ShowDraft>) => void
}

/** The optional fields of a show, in a closed <details>. */
export function ShowDetails(props: ShowDetailsProps) {
  const { draft, firstField, errors, hints, suggestions, onType, ...uploading } = props
  const detailNames = draft.editId
    ? optionalNames.filter((name) => !stateNames.some((one) => one === name))
    : optionalNames
  const isUsed = draft.poster !== undefined || detailNames.some((name) => draft[name] !== '')
  const hasError = detailNames.some((name) => errors[name]) || errors['poster'] !== undefined
  const [isOpened, setOpened] = useState(detailNames.some((name) => name === firstField))
  const isOpen = isOpened || hasError
  const fieldsOf = (shown: readonly Name[]) => (
    <RecordFields
      fields={showFields}
      names={shown}
      values={draft}
      hints={hints}
      suggestions={suggestions}
      onType={(name, value) => onType({ [name]: value })}
    />
  )

  return (
    <WholeRow>
      <details open={isOpen} onToggle={(event) => setOpened(event.currentTarget.open)}>
        <summary className={styles.summary}>
          More about the show{isUsed && !isOpen && filledIn(draft)}
        </summary>
        {/* Not rendered while the details are closed, so that a keyboard does not stop at hidden fields. */}
        {isOpen && (
          <div className={styles.fields}>
            {fieldsOf(detailNames.filter((name) => !isPrivate(name)))}
            <PosterField
              poster={draft.poster}
              description={`Poster of the show at ${draft.venue || 'the venue'}`}
              onChange={(poster) => onType({ poster })}
              {...uploading}
            />
            <WholeRow>
              <h3>Only the band sees these</h3>
            </WholeRow>
            {fieldsOf(detailNames.filter(isPrivate))}
          </div>
        )}
      </details>
    </WholeRow>
  )
}
