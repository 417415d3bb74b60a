import { HeadContent, Scripts, useMatches, useRouteContext } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { bandManifestPath } from '../../../api/shared/admin-map'
import { defaultLocale } from '../../../api/shared/locale'
import { namedFiles } from '../../../api/shared/site-map'
import { readToken } from '../../api-client/token'
import { useSession } from '../../features/session/session.store'
import caprasimo from '../../styles/fonts/caprasimo-basic.woff2?url'
import figtree from '../../styles/fonts/figtree-basic.woff2?url'
import { usePageStyle } from './page-style'

const isServer = import.meta.env.SSR

/** Links the manifest in the browser. It is not needed for the first paint, so it is loaded with the scripts. The band has a manifest
 * of its own, with a share target. The session is restored only later, and a browser may ignore a link that changes while it reads the
 * manifest, so the first render reads the token itself. */
function Manifest() {
  const token = useSession((session) => session.token) ?? readToken()
  return <link rel="manifest" href={token === null ? namedFiles.manifest : bandManifestPath} />
}

const ServerHead = () => useRouteContext({ from: '__root__' }).serverHead

/** The title and the canonical link of the page that is shown, which browsers use when a page is shared; the server writes
 * them with the other tags of the page's head. */
function PageTags() {
  const matches = useMatches()
  const canonical = matches.at(-1)?.links?.find((link) => link?.rel === 'canonical')?.href
  return (
    <>
      <title>{matches.flatMap(({ meta }) => meta).findLast((tag) => tag?.title)?.title}</title>
      {canonical && <link rel="canonical" href={canonical} />}
    </>
  )
}

/** The whole HTML document around each page. */
export function Document({ children }: { children: ReactNode }) {
  const { settings, isShell, band } = useRouteContext({ from: '__root__' })
  const { colours, name, shortName = name, locale = defaultLocale } = band
  return (
    <html
      lang={locale}
      style={usePageStyle(band)}
      data-begun={isServer ? undefined : ''}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        {!isShell && (
          <>
            <meta name="api-host" content={settings.apiHost ?? ''} />
            <meta name="api-port" content={String(settings.port)} />
          </>
        )}
        <meta
          name="theme-color"
          content={colours.ground.day}
          media="(prefers-color-scheme: light)"
        />
        <meta
          name="theme-color"
          content={colours.ground.night}
          media="(prefers-color-scheme: dark)"
        />
        <link rel="preload" as="font" type="font/woff2" href={caprasimo} crossOrigin="anonymous" />
        <link rel="preload" as="font" type="font/woff2" href={figtree} crossOrigin="anonymous" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <meta name="apple-mobile-web-app-title" content={shortName} />
        {isServer ? (
          <noscript>
            <link rel="manifest" href={namedFiles.manifest} />
          </noscript>
        ) : (
          <Manifest />
        )}
        {isServer ? <HeadContent /> : <PageTags />}
        {isServer && <ServerHead />}
      </head>
      <body>
        {children}
        {isServer && <Scripts />}
      </body>
    </html>
  )
}
