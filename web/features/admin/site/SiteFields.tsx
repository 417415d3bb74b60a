import { Fragment, use } from 'react'
import type { PictureReference } from '../../../../api/contract/pictures'
import type { Site } from '../../../../api/contract/site'
import { limits } from '../../../../api/shared/limits'
import { FieldErrors, TextArea, TextField } from '../../../ui/Field'
import { WholeRow } from '../panel/Panel'
import { ColoursField } from './ColoursField'
import { FileField } from './FileField'
import { valueAt } from './field-path'
import { ListField } from './ListField'
import { PictureField } from './PictureField'
import type { LineField, SiteField } from './site-sections'

interface SiteFieldsProps {
  fields: readonly SiteField[]
  content: Site
  /** The path of the object that contains the fields, with a dot at its end; empty for the content itself. */
  prefix?: string
  onChange: (path: string, value: unknown) => void
  isUploading: boolean
  onUploading: (isUploading: boolean) => void
}

/** The controls for fields of the band's words, pictures and colours. */
export const SiteFields = ({ fields, prefix = '', ...rest }: SiteFieldsProps) =>
  fields.map((field) => {
    const Row = field.kind in lineKinds ? Fragment : WholeRow
    return (
      <Row key={`${field.kind} ${field.path}`}>
        <SiteControl field={field} path={prefix + field.path} {...rest} />
      </Row>
    )
  })

/** The kinds of short fields, several of which are placed in one row. */
const lineKinds: Readonly<Record<LineField['kind'], true>> = {
  line: true,
  url: true,
  email: true,
  date: true,
  code: true,
}

interface SiteControlProps extends Omit<SiteFieldsProps, 'fields' | 'prefix'> {
  field: SiteField
  path: string
}

function SiteControl(props: SiteControlProps) {
  const { field, path, content, isUploading, onChange, onUploading } = props
  const value = valueAt(content, path)
  switch (field.kind) {
    case 'picture':
      return (
        <PictureField
          name={path}
          label={field.label}
          picture={(value || undefined) as PictureReference | undefined}
          onChange={(picture) => onChange(path, picture ?? '')}
          onUploading={onUploading}
        />
      )
    case 'file':
      return (
        <FileField
          name={path}
          label={field.label}
          accept={field.accept}
          current={isPath(value) ? value : ''}
          onChange={(src, { size, name }) => {
            onChange(path, src)
            if (field.replaces) onChange(besidePath(path, field.replaces), undefined)
            if (field.sizePath) onChange(besidePath(path, field.sizePath), size)
            if (field.namePath)
              onChange(besidePath(path, field.namePath), (text: unknown) => text || titleOf(name))
          }}
          onUploading={onUploading}
        />
      )
    case 'colours':
      return (
        <ColoursField colours={content.colours} onChange={(colours) => onChange(path, colours)} />
      )
    case 'list':
      return (
        <ListField
          field={field}
          items={(value || []) as object[]}
          path={path}
          isUploading={isUploading}
          onChange={(items) => onChange(path, items)}
        >
          {(index) => (
            <SiteFields
              fields={field.fields}
              prefix={`${path}.${index}.`}
              {...{ content, isUploading, onChange, onUploading }}
            />
          )}
        </ListField>
      )
    case 'paragraphs':
    case 'lines':
    case 'text':
      return <TextControl field={field} path={path} value={value} onChange={onChange} />
    default:
      return <LineControl field={field} path={path} value={value} onChange={onChange} />
  }
}

/** Whether a value is the address of a file on this site. */
const isPath = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith('/')

/** The name of a file as a title: 'Stage plot' for 'Stage_plot.pdf'. */
const titleOf = (fileName: string) => fileName.replace(/\.[^.]+$/, '').replaceAll(/[-_]+/g, ' ')

/** The path of a field in the same object. */
const besidePath = (path: string, name: string) => path.replace(/[^.]+$/, name)

interface ControlProps<Kind extends SiteField['kind']> extends Pick<SiteFieldsProps, 'onChange'> {
  field: Extract<SiteField, { kind: Kind }>
  path: string
  value: unknown
}

/** A text, or a list of texts, in a text area. A list is split when the section is saved, so that an empty line can be typed. */
function TextControl(props: ControlProps<'text' | 'paragraphs' | 'lines'>) {
  const { field, path, value, onChange } = props
  const ofItem = Object.entries(use(FieldErrors)).find(([name]) => name.startsWith(`${path}.`))?.[1]
  const texts = (value ?? '') as string | string[]
  return (
    <TextArea
      name={path}
      label={field.label}
      error={ofItem}
      rows={{ text: 3, lines: 4, paragraphs: 7 }[field.kind]}
      maxLength={field.kind === 'text' ? field.maxLength : undefined}
      value={typeof texts === 'string' ? texts : texts.join(field.kind === 'lines' ? '\n' : '\n\n')}
      onChange={({ currentTarget }) => onChange(path, currentTarget.value)}
    />
  )
}

function LineControl(props: ControlProps<LineField['kind']>) {
  const { path, value, onChange } = props
  const { kind, label, maxLength = limits.line, help, isRequired, suggestions } = props.field
  return (
    <TextField
      name={path}
      label={label}
      // The server checks addresses, with a message at the field.
      type={kind === 'date' ? 'date' : 'text'}
      inputMode={kind === 'url' || kind === 'email' ? kind : undefined}
      maxLength={kind === 'url' ? limits.url : maxLength}
      help={help}
      required={isRequired}
      suggestions={suggestions?.()}
      value={(value as string | undefined) ?? ''}
      onChange={({ currentTarget: { value: typed } }) =>
        onChange(path, kind === 'code' ? typed.toUpperCase() : typed)
      }
    />
  )
}
