import { useRouteContext } from '@tanstack/react-router'
import { type CSSProperties, useEffect, useState } from 'react'
import type { palette } from '../../../api/shared/palette'
import type { Frame } from '../../band/frame'

type Styled = Pick<Frame, 'colours' | 'name'>

/** The band's colours, and the number of letters of its name, which determines its size in the header.
 * @param derive derives the other colours */
export const styleOf = ({ colours, name }: Styled, derive: typeof palette): CSSProperties =>
  ({ ...derive(colours), '--letters': String(name.length) }) as CSSProperties

/** The style of the document. The server computes it. In the browser it is the one of the page until the band's colours or
 * name differ from it; only then are the colours derived again, so that a first visit does not load the code for it. */
export function usePageStyle(band: Styled): CSSProperties {
  const { pageStyle } = useRouteContext({ from: '__root__' })
  const [style, setStyle] = useState(() => pageStyle?.(band) ?? styleInPage())
  useEffect(() => {
    if (import.meta.env.SSR || isStyleOf(style, band)) return
    import('../../../api/shared/palette').then(
      (module) => setStyle(styleOf(band, module.palette)),
      // Without the module, the page keeps its colours.
      () => undefined,
    )
  }, [band, style])
  return style
}

/** The style attribute of the page as an object: React removes the attributes of a document that it renders itself. */
function styleInPage(): CSSProperties {
  const { style } = document.documentElement
  return Object.fromEntries([...style].map((name) => [name, style.getPropertyValue(name)]))
}

/** Whether a style has the colours and the name's length of a band. */
const isStyleOf = (style: object, { colours, name }: Styled): boolean =>
  style['--letters' as never] === String(name.length) &&
  Object.entries(colours).every(
    ([colour, { day, night }]) => style[`--${colour}` as never] === `light-dark(${day}, ${night})`,
  )
