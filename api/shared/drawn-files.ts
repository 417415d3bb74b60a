/** The icons that the server draws in the band's colours, with their widths and heights in pixels. */
export const iconSizes = {
  'apple-touch-icon': 180,
  'icon-192': 192,
  'icon-512': 512,
  'icon-maskable-192': 192,
  'icon-maskable-512': 512,
  'icon-monochrome-512': 512,
  'shortcut-shows': 96,
  'shortcut-music': 96,
  'shortcut-booking': 96,
} as const
export type IconName = keyof typeof iconSizes

export const iconPath = (name: IconName) => `/${name}.png` as const

/** The pictures of the install dialog, in pixels: 320 to 3,840 a side, the longer side at most 2.3 times the shorter, and
 * one aspect ratio for each form factor (Chromium's limits). */
export const screenshotSizes = { narrow: [780, 1600], wide: [1280, 800] } as const
export type FormFactor = keyof typeof screenshotSizes

export const screenshotPath = (form: FormFactor) => `/screenshots/${form}.jpg` as const

export const vectorIconPath = '/icon.svg'

/** The preview picture of links to the site. */
export const sharePicturePath = '/share.jpg'
/** The size in pixels that messengers and social networks expect of a preview picture. */
export const sharePictureSize = [1200, 630] as const

/** The paths of all pictures that the server draws from the band's words and colours. */
export const drawnPaths = (): string[] => [
  vectorIconPath,
  sharePicturePath,
  ...(Object.keys(iconSizes) as IconName[]).map(iconPath),
  ...(Object.keys(screenshotSizes) as FormFactor[]).map(screenshotPath),
]
