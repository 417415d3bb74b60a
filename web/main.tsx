import './styles/base.css'
import { RouterProvider } from '@tanstack/react-router'
import { RouterClient } from '@tanstack/react-router/ssr/client'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { publicData } from './http/public-data'
import { settingsOfPage } from './http/settings'
import { registerWorker } from './pwa/register-worker'
import { createSiteRouter } from './router'

const router = createSiteRouter({ data: publicData, settings: settingsOfPage() })

if (window.$_TSR) hydrateRoot(document, <RouterClient router={router} />)
else {
  // Without the server's data: matches come first, for until then the shell is what is seen.
  void router.load().then(() => createRoot(document).render(<RouterProvider router={router} />))
}

registerWorker()
