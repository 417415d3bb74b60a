/** Hosts of the providers, without `www.`, `m.` and `music.`. */
const providers = {
  'youtube.com': 'youtube',
  'youtube-nocookie.com': 'youtube',
  'youtu.be': 'youtube',
  'vimeo.com': 'vimeo',
  'player.vimeo.com': 'vimeo',
} as const

/** The ids of videos; an unlisted video at Vimeo has a hash behind its id. */
const ids = { youtube: /^[\w-]{6,20}$/, vimeo: /^\d+(\/\w+)?$/ } as const

/** Whether a text is the id of a video at a provider. */
export const isVideoId = (provider: keyof typeof ids, text: string): boolean =>
  ids[provider].test(text)

/** Finds the provider and its id of a video in a link, as people copy it from the address bar or from "Share".
 * @returns undefined for other texts, such as an id alone, a channel or a playlist */
export function videoOfLink(
  link: string,
): { provider: 'youtube' | 'vimeo'; source: string } | undefined {
  const text = /^https?:/i.test(link.trim()) ? link.trim() : `https://${link.trim()}`
  if (!URL.canParse(text)) return
  const url = new URL(text)
  const host = url.hostname.replace(/^(www|m|music)\./, '')
  const provider = providers[host as keyof typeof providers]
  if (!provider) return
  const source = provider === 'vimeo' ? vimeoId(url) : youtubeId(url, host === 'youtu.be')
  return source !== undefined && isVideoId(provider, source) ? { provider, source } : undefined
}

const youtubeId = ({ pathname, searchParams }: URL, isShort: boolean) =>
  isShort
    ? pathname.slice(1)
    : pathname === '/watch'
      ? (searchParams.get('v') ?? undefined)
      : /^\/(?:embed|shorts|live|v)\/([^/]+)/.exec(pathname)?.[1]

function vimeoId({ pathname, searchParams }: URL): string | undefined {
  const [, id, inPath] = /\/(\d+)(?:\/(\w+))?$/.exec(pathname) ?? []
  const hash = inPath ?? searchParams.get('h')
  return id && (hash ? `${id}/${hash}` : id)
}
