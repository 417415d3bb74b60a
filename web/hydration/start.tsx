import { RouterProvider } from '@tanstack/react-router'
import { RouterClient } from '@tanstack/react-router/ssr/client'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { isAdminPath, pages } from '../../api/contract/site-map'
import { publicData } from '../api-client/public-data'
import { rememberSettings, settingsOfPage } from '../api-client/settings'
import { readToken } from '../api-client/token'
import { afterLoad } from '../browser/after-load'
import { redirectClicksDuringTransitions } from '../browser/clicks-during-transition'
import { holdInstallPrompt } from '../installation/install.store'
import { useConnection } from '../offline/connection'
import { keptAtMeta } from '../offline/kept-at'
import { createSiteRouter } from '../router'
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
  const isClosed = isAdminPath(location.pathname) && readToken() === null
  if (isClosed) history.replaceState(null, '', pages.login.path)

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
      afterLoad(() => void import('../background').then(({ startBehind }) => startBehind(router))),
    )
  }
}
