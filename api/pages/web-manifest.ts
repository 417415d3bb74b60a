import type { Site } from '../contract/site'
import {
  type FormFactor,
  type IconName,
  iconPath,
  iconSizes,
  screenshotPath,
  screenshotSizes,
} from '../shared/drawn-files'
import { iconLabel } from '../shared/icon-label'
import { defaultLocale } from '../shared/locale'
import { shareTarget } from '../shared/share-target'
import { pages } from '../shared/site-map'

const image = (name: IconName) => ({
  src: iconPath(name),
  sizes: `${iconSizes[name]}x${iconSizes[name]}`,
  type: 'image/png',
})

const { action, field } = shareTarget

const shareTargetMember = {
  action,
  method: 'POST',
  enctype: 'multipart/form-data',
  params: { files: [{ name: field, accept: ['audio/mpeg', '.mp3'] }] },
}

/** The web app manifest (W3C), from the band's words and colours.
 * @param audience `band`: with the share target */
export function webManifest(site: Site, audience: 'visitors' | 'band'): string {
  const { name, introduction, locale, colours } = site
  return JSON.stringify({
    id: '/',
    name,
    short_name: iconLabel(site),
    ...(introduction && { description: introduction }),
    lang: locale ?? defaultLocale,
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    display_override: ['standalone', 'minimal-ui'],
    // A shortcut opens in the existing window, so that downloads and uploads continue.
    launch_handler: { client_mode: ['focus-existing', 'auto'] },
    background_color: colours.ground.night,
    theme_color: colours.ground.night,
    categories: ['music', 'entertainment'],
    icons: [
      { ...image('icon-192'), purpose: 'any' },
      { ...image('icon-512'), purpose: 'any' },
      { ...image('icon-maskable-192'), purpose: 'maskable' },
      { ...image('icon-maskable-512'), purpose: 'maskable' },
      { ...image('icon-monochrome-512'), purpose: 'monochrome' },
    ],
    shortcuts: [
      { name: 'Shows', url: pages.shows.path, icons: [image('shortcut-shows')] },
      { name: 'Music', url: pages.music.path, icons: [image('shortcut-music')] },
      { name: 'Book us', url: pages.bookUs.path, icons: [image('shortcut-booking')] },
    ],
    ...(audience === 'band' && { share_target: shareTargetMember }),
    screenshots: (Object.keys(screenshotSizes) as FormFactor[]).map((form) => ({
      src: screenshotPath(form),
      sizes: screenshotSizes[form].join('x'),
      type: 'image/jpeg',
      form_factor: form,
      label: name,
    })),
  })
}
