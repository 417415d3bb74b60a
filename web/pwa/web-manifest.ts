import type { ManifestOptions } from 'vite-plugin-pwa'
import { band } from '../content/band.ts'

/** The web app manifest (W3C), from the band's own facts. */
export const webManifest: Partial<ManifestOptions> = {
  id: '/',
  name: band.name,
  short_name: band.name,
  description: band.introduction,
  lang: 'en',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: band.colours.ground.night,
  theme_color: band.colours.ground.night,
  categories: ['music', 'entertainment'],
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
}
