import type { CSSProperties } from 'react'
import type { Site } from '../../../../api/contract/site'
import { nearestReadable, paletteOf } from '../../../../api/shared/palette'
import { QuietButton } from '../../../ui/Button'
import { TextField } from '../../../ui/Field'
import { Actions, SideNote } from '../panel/Panel'
import { readyPalettes } from './ready-palettes'
import styles from './SiteFields.module.css'

type Colours = Site['colours']
type Scheme = 'day' | 'night'

const names = {
  ground: 'Background',
  hot: 'First stripe',
  amber: 'Second stripe',
  gold: 'Third stripe',
  teal: 'Fourth stripe',
} as const
const schemes = { day: 'By day', night: 'By night' } as const

interface ColoursFieldProps {
  colours: Colours
  onChange: (colours: Colours) => void
}

/** The five colours by day and by night, with a ticket as it will look, and palettes to start from. Everything else is derived
 * from them. */
export const ColoursField = ({ colours, onChange }: ColoursFieldProps) => (
  <>
    <ReadyPalettes colours={colours} onChange={onChange} />
    {(Object.keys(schemes) as Scheme[]).map((scheme) => {
      const set = (name: keyof Colours, value: string) =>
        onChange({ ...colours, [name]: { ...colours[name], [scheme]: value } })
      return (
        <fieldset key={scheme} className={styles.colours}>
          <legend>{schemes[scheme]}</legend>
          <Preview colours={colours} scheme={scheme} />
          <div className={styles.swatches}>
            {(Object.keys(names) as (keyof Colours)[]).map((name) => (
              <div key={name}>
                <TextField
                  label={names[name]}
                  type="color"
                  name={`colours.${name}.${scheme}`}
                  value={colours[name][scheme]}
                  onChange={({ currentTarget }) => set(name, currentTarget.value)}
                />
              </div>
            ))}
          </div>
          <NearestReadable colours={colours} scheme={scheme} set={(value) => set('hot', value)} />
        </fieldset>
      )
    })}
  </>
)

const isSame = (one: Colours, other: Colours) =>
  (Object.keys(names) as (keyof Colours)[]).every(
    (name) => one[name].day === other[name].day && one[name].night === other[name].night,
  )

/** Palettes to start from, as buttons with their stripes. */
const ReadyPalettes = ({ colours, onChange }: ColoursFieldProps) => (
  <fieldset className={styles.colours}>
    <legend>Start from</legend>
    <div className={styles.palettes}>
      {Object.entries(readyPalettes).map(([name, palette]) => (
        <button
          key={name}
          type="button"
          className={styles.palette}
          style={{ colorScheme: 'light', ...paletteOf(palette, 'day') } as CSSProperties}
          aria-pressed={isSame(palette, colours)}
          onClick={() => onChange(palette)}
        >
          <span className={styles.previewStripes} />
          {name}
        </button>
      ))}
    </div>
  </fieldset>
)

interface SchemeProps {
  colours: Colours
  scheme: Scheme
}

/** Offers the nearest first stripe that can be read as a text, if the chosen one can't. */
function NearestReadable(props: SchemeProps & { set: (colour: string) => void }) {
  const { colours, scheme, set } = props
  const nearest = nearestReadable(colours.hot[scheme], colours.ground[scheme])
  if (nearest === colours.hot[scheme]) return
  return (
    <Actions>
      <SideNote>
        The first stripe has too little contrast with the background: texts use a darker or lighter
        shade.
      </SideNote>
      <QuietButton onClick={() => set(nearest)}>
        <span className={styles.shade} style={{ background: nearest }} /> Use this shade
      </QuietButton>
    </Actions>
  )
}

const Preview = ({ colours, scheme }: SchemeProps) => (
  <div
    className={styles.colourPreview}
    style={
      {
        colorScheme: scheme === 'day' ? 'light' : 'dark',
        ...paletteOf(colours, scheme),
      } as CSSProperties
    }
    aria-hidden="true"
  >
    <span className={styles.previewStripes} />
    <strong>Come see Us!</strong>
    <span className={styles.previewTicket}>Saturday · The Brass Lantern</span>
    <span className={styles.previewButton}>Book Us</span>
    <span className={styles.previewLink}>All shows</span>
  </div>
)
