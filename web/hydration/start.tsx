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
import { hydrated } from './hydration'

holdInstallPrompt()
redirectClicksDuringTransitions()

// In a task of its own, so that the browser can respond to a press before it.
setTimeout(start)

/** Hydrates the page if the server rendered it, and otherwise renders it. */
function start() {
  const isFromServer = window.$_TSR !== undefined
  const keptAt =
    document.querySelector(`meta[name="${keptAtMeta}"]`)?.getAttribute('content') ?? null
  useConnection.getState().noteStart(keptAt, isFromServer && keptAt === null)

  const settings = settingsOfPage()
  if (isFromServer) rememberSettings(settings)
  // The server can't know who has no token, and the router must not redirect while it hydrates.
  const isClosed = isAdminPath(location.pathname) && readToken() === null
  if (isClosed) history.replaceState(null, '', pages.login.path)

  const router = createSiteRouter({ data: publicData, settings })
  if (isFromServer && !isClosed) {
    // In slices, between which the browser can respond.
    startTransition(() => void hydrateRoot(document, <RouterClient router={router} />))
  } else {
    // The matches first, because until then the shell is shown.
    void router.load().then(() => createRoot(document).render(<RouterProvider router={router} />))
  }

  if (import.meta.env.PROD) {
    // After the page itself.
    void hydrated.then(() =>
      afterLoad(() =>
        import('../background').then(({ startInBackground }) => startInBackground(router)),
      ),
    )
  }
}
