import { RouterProvider } from '@tanstack/react-router'
import { hydrate } from '@tanstack/react-router/ssr/client'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { isAdminPath, isLoginPath, pages } from '../../api/shared/site-map'
import { frameSite, noteShown, pageData, publicData, type ShownItems } from '../api-client/lists'
import { saveSettings, settingsOfPage } from '../api-client/settings'
import { readToken } from '../api-client/token'
import { afterLoad } from '../browser/after-load'
import { redirectClicksDuringTransitions } from '../browser/clicks-during-transition'
import { holdInstallPrompt } from '../installation/install.store'
import { useConnection } from '../offline/connection'
import { savedAtMeta } from '../offline/saved-at'
import { createSiteRouter, loadAdmin } from '../router'
import { HydrationEnd } from './HydrationEnd'
import { hydrated } from './hydration'

holdInstallPrompt()
redirectClicksDuringTransitions()

// In a separate task, so that the browser can respond to a press first.
setTimeout(() => void start())

/** Hydrates the page if the server rendered it and it can't redirect; otherwise renders it in the browser. */
async function start() {
  const isFromServer = window.$_TSR !== undefined
  const savedAt =
    document.querySelector(`meta[name="${savedAtMeta}"]`)?.getAttribute('content') ?? null
  useConnection.getState().noteStart(savedAt, isFromServer && savedAt === null)

  const settings = settingsOfPage()
  if (isFromServer) saveSettings(settings)
  // The server does not know whether the browser has a token. A page that may redirect because of the token is rendered
  // anew instead of hydrated, because the router can't navigate during hydration.
  const hasToken = readToken() !== null
  const needsLogin = !hasToken && isAdminPath(location.pathname)
  const mayRedirect = needsLogin || (hasToken && isLoginPath(location.pathname))

  if (hasToken || isAdminPath(location.pathname) || isLoginPath(location.pathname))
    await loadAdmin().catch((error: unknown) =>
      console.debug('The back office is not loaded:', error),
    )
  const router = createSiteRouter({ data: publicData, pageData, frameSite, settings })
  if (needsLogin)
    router.history.replace(pages.login.path, { returnTo: router.history.location.href })
  if (isFromServer && !mayRedirect) {
    // As `RouterClient` does, which would suspend the whole page meanwhile.
    await hydrate(router)
    window.$_TSR?.h()
    // A transition hydrates in slices, between which the browser can respond.
    startTransition(() => void hydrateRoot(document, <RouterProvider router={router} />))
    void hydrated.then(() => {
      const { matches } = router.state
      // The context of a page that the server does not render may lack the band until its data are loaded.
      if (matches[0])
        noteShown((matches.at(-1)?.loaderData ?? {}) as ShownItems, matches[0].context.band)
    })
  } else {
    // The matches are loaded first; until then the shell or the server's page stays visible.
    void router.load().then(() =>
      createRoot(document).render(
        <>
          <RouterProvider router={router} />
          <HydrationEnd />
        </>,
      ),
    )
  }

  // Reloads the page's data when a late list arrives.
  useConnection.subscribe(({ waiting, failed }, before) => {
    const hasArrived = [...before.waiting].some((list) => !waiting.has(list) && !failed.has(list))
    if (hasArrived) void router.invalidate()
  })

  void hydrated.then(() => {
    // From now on, a placeholder stays long enough not to flash. That of the server's page has been there for a while.
    router.options.defaultPendingMinMs = 200
    // After the page has loaded.
    if (import.meta.env.PROD)
      afterLoad(() =>
        import('../background').then(({ startInBackground }) => startInBackground(router)),
      )
  })
}
