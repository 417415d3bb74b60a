import { RouterProvider } from '@tanstack/react-router'
import { RouterClient } from '@tanstack/react-router/ssr/client'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { redirectClicksDuringTransitions } from './clicks-during-transition'
import { afterLoad } from './http/after-load'
import { useConnection } from './http/connection'
import { keptAtMeta } from './http/kept-at'
import { publicData } from './http/public-data'
import { rememberSettings, settingsOfPage } from './http/settings'
import { readToken } from './http/token'
import { holdInstallPrompt } from './pwa/install.store'
import { createSiteRouter } from './router'
import { loadAfterTakingOver, takenOver } from './taking-over'

holdInstallPrompt()
redirectClicksDuringTransitions()

// A task of its own again: a tap fits between.
setTimeout(takeOver)

function takeOver() {
  const isFromServer = window.$_TSR !== undefined
  const keptAt =
    document.querySelector(`meta[name="${keptAtMeta}"]`)?.getAttribute('content') ?? null
  useConnection.getState().noteStart(keptAt, isFromServer && keptAt === null)

  const settings = settingsOfPage()
  if (isFromServer) rememberSettings(settings)
  // The server can't know who has no token; the router must not be led elsewhere while it takes a page over.
  const isClosed = /^\/admin(\/|$)/i.test(location.pathname) && readToken() === null
  if (isClosed) history.replaceState(null, '', '/login')

  const router = createSiteRouter({ data: publicData, settings })
  if (isFromServer && !isClosed) {
    loadAfterTakingOver(router)
    // In slices, between which the page can be scrolled and pressed.
    startTransition(() => void hydrateRoot(document, <RouterClient router={router} />))
  } else {
    // Without the server's data: matches come first, for until then the shell is what is seen.
    void router.load().then(() => createRoot(document).render(<RouterProvider router={router} />))
  }

  if (import.meta.env.PROD) {
    // What works behind the page comes after it.
    void takenOver.then(() =>
      afterLoad(() => void import('./pwa/start').then(({ startBehind }) => startBehind(router))),
    )
  }
}
