/** Hosts of the providers, without `www.` and `m.`. */
const providers = {
  'youtube.com': 'youtube',
  'youtube-nocookie.com': 'youtube',
  'youtu.be': 'youtube',
  'vimeo.com': 'vimeo',
  'player.vimeo.com': 'vimeo',
} as const

/** Finds the provider and its id of a video in a link, as people copy it from the address bar or from "Share".
 * @returns undefined for other texts, such as an id alone */
export function videoOfLink(
  link: string,
): { provider: 'youtube' | 'vimeo'; source: string } | undefined {
  const text = link.trim()
  const url = URL.canParse(text)
    ? new URL(text)
    : URL.canParse(`https://${text}`)
      ? new URL(`https://${text}`)
      : undefined
  const host = url?.hostname.replace(/^(www|m|music)\./, '')
  const provider = providers[host as keyof typeof providers]
  if (!url || !provider) return
  const source =
    provider === 'vimeo'
      ? /\/(\d+)/.exec(url.pathname)?.[1]
      : (url.searchParams.get('v') ??
        /^\/(?:(?:embed|shorts|live|v)\/)?([\w-]{6,})/.exec(url.pathname)?.[1])
  return source ? { provider, source } : undefined
}
