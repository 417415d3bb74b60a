import { useRouteContext } from '@tanstack/react-router'
import type { Frame } from './frame'

/** The band's words, pictures and colours that every page has. */
export const useBand = (): Frame => useRouteContext({ from: '__root__' }).band
