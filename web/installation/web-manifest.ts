import type { ManifestOptions } from 'vite-plugin-pwa'
import { pages } from '../../api/shared/site-map.ts'
import { band } from '../content/band.ts'

const png = (name: string, sizes: string) => ({ src: `/${name}.png`, sizes, type: 'image/png' })

const shortcut = (name: string, url: string, icon: string) => ({
  name,
  url,
  icons: [png(`shortcut-${icon}`, '96x96')],
})

/** Chromium's limits: 320 to 3,840 pixels a side, the longer side at most 2.3 times the shorter, and one aspect ratio
 * for each form factor. `npm run docs:pictures` creates the screenshots. */
const screenshot = (name: string, form_factor: 'narrow' | 'wide', label: string) => ({
  src: `/screenshots/${name}.jpg`,
  sizes: form_factor === 'narrow' ? '780x1600' : '1280x800',
  type: 'image/jpeg',
  form_factor,
  label,
})

/** The web app manifest (W3C), from the band's content. */
export const webManifest: Partial<ManifestOptions> = {
  id: '/',
  name: band.name,
  short_name: band.shortName,
  description: band.introduction,
  lang: 'en',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  display_override: ['standalone', 'minimal-ui'],
  // A shortcut opens in the existing window, so that downloads and uploads continue.
  launch_handler: { client_mode: ['focus-existing', 'auto'] },
  background_color: band.colours.ground.night,
  theme_color: band.colours.ground.night,
  categories: ['music', 'entertainment'],
  icons: [
    { ...png('icon-192', '192x192'), purpose: 'any' },
    { ...png('icon-512', '512x512'), purpose: 'any' },
    { ...png('icon-maskable-192', '192x192'), purpose: 'maskable' },
    { ...png('icon-maskable-512', '512x512'), purpose: 'maskable' },
    { ...png('icon-monochrome-512', '512x512'), purpose: 'monochrome' },
  ],
  shortcuts: [
    shortcut('Shows', pages.shows.path, 'shows'),
    shortcut('Music', pages.music.path, 'music'),
    shortcut('Book us', pages.bookUs.path, 'booking'),
  ],
  screenshots: [
    screenshot('shows-narrow', 'narrow', 'The coming shows'),
    screenshot('music-narrow', 'narrow', 'The tracks'),
    screenshot('home-wide', 'wide', `${band.name} on the first page`),
    screenshot('music-wide', 'wide', 'The tracks on a large screen'),
  ],
}
