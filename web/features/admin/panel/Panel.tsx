import type { ComponentProps, ReactNode } from 'react'
import type { LastChange } from '../../../../api/contract/version'
import { textsIn } from '../../../browser/texts-in'
import { Button } from '../../../ui/Button'
import { FieldErrors } from '../../../ui/Field'
import { moment } from './moment'
import styles from './Panel.module.css'

interface PanelProps extends Omit<ComponentProps<'div'>, 'className' | 'title'> {
  title: string
}

/** The content of a back office page or tab. */
export const Panel = ({ title, children, ...rest }: PanelProps) => (
  <div className={styles.panel} {...rest}>
    <h1 tabIndex={-1}>{title}</h1>
    {children}
  </div>
)

interface SectionProps {
  /** The id of the heading. */
  id: string
  title: string
  children: ReactNode
}

/** A section of a panel with its own heading. */
export const Section = ({ id, title, children }: SectionProps) => (
  <section className={styles.section} aria-labelledby={id}>
    <h2 id={id} tabIndex={-1}>
      {title}
    </h2>
    {children}
  </section>
)

/** The button that opens the form for a new record, on windows that are too narrow for the form beside the list. */
export const NewRecord = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <p className={styles.add}>
    <Button onClick={onClick}>{children}</Button>
  </p>
)

/** The list of some records and their form: one below the other on phones, the form at the right on wide windows. */
export const Panes = ({ children }: { children: ReactNode }) => (
  <div className={styles.panes}>{children}</div>
)

/** @param text returns the text that a field has, by its name */
export type SubmitForm = (text: ReturnType<typeof textsIn>, form: HTMLFormElement) => void

interface RecordFormProps extends Pick<ComponentProps<'form'>, 'ref' | 'children'> {
  /** The messages of the site about the fields, by their names. */
  errors?: Readonly<Record<string, string>>
  onSubmit: SubmitForm
  /** The name of the record that is being edited; undefined for a new one. */
  editedName?: string | undefined
  /** The heading for a new record. */
  newHeading?: string
  /** Whether a new record is being entered. */
  isAdding?: boolean
  /** The last change of the record that is being edited, if it is known. */
  lastChange?: LastChange | undefined
}

/** A form whose fields are displayed side by side if there is enough space. On phones it takes the place of the list while a
 * record is being edited or added. */
export const RecordForm = ({
  errors = {},
  editedName,
  newHeading,
  isAdding,
  lastChange,
  onSubmit,
  ref,
  children,
}: RecordFormProps) => (
  <form
    className={styles.form}
    data-no-print
    data-record
    data-editing={isAdding || editedName !== undefined || undefined}
    ref={ref}
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit(textsIn(event.currentTarget), event.currentTarget)
    }}
  >
    {newHeading && <h2 className={styles.wide}>{editedName ?? newHeading}</h2>}
    {lastChange && <LastChangeNote lastChange={lastChange} />}
    <FieldErrors value={errors}>{children}</FieldErrors>
  </form>
)

/** Shows when, and on which device, a record was last changed. */
export const LastChangeNote = ({ lastChange: { at, by } }: { lastChange: LastChange }) => (
  <p className={`${styles.wide} ${styles.current}`}>
    Changed <time dateTime={at}>{moment(at)}</time>
    {by && ` on “${by}”`}
  </p>
)

/** A part of a form that spans a whole row. */
export const WholeRow = (props: Omit<ComponentProps<'div'>, 'className'>) => (
  <div className={styles.wide} {...props} />
)

/** The buttons that end a form. */
export const SubmitRow = ({ children }: { children: ReactNode }) => (
  <div className={`${styles.wide} ${styles.submit}`}>{children}</div>
)

/** The row of a list's notice. */
export const NoticeRow = (props: Omit<ComponentProps<'div'>, 'className'>) => (
  <div className={styles.notice} {...props} />
)

/** Buttons in a row. */
export const Actions = (props: Omit<ComponentProps<'div'>, 'className'>) => (
  <div className={styles.actions} {...props} />
)

/** Buttons and messages that stay at the foot of the window while a long list scrolls. */
export const StickyFoot = ({ children }: { children: ReactNode }) => (
  <div className={styles.foot}>{children}</div>
)

/** A line of additional information. */
export const SideNote = (props: Omit<ComponentProps<'p'>, 'className'>) => (
  <p className={styles.current} {...props} />
)

/** The placeholder for an empty list. */
export const Empty = ({ children }: { children: ReactNode }) => (
  <p className={styles.none}>{children}</p>
)
