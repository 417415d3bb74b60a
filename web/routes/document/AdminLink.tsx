import { Link, useRouteContext } from '@tanstack/react-router'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { useEffect } from 'react'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import styles from './Header.module.css'

/** The link to the back office, shown to the logged-in administrator; visitors don't load it. */
export default function AdminLink() {
  const { openAdmin } = useRouteContext({ from: '__root__' })
  useEffect(() => {
    // Without these routes, the link leads to a missing page.
    openAdmin().catch((error: unknown) => console.debug('The back office is not loaded:', error))
    sendWaiting().catch((error: unknown) => console.debug('Nothing could be sent:', error))
  }, [openAdmin])
  return (
    <Link to="/Admin" className={styles.admin}>
      <SlidersHorizontal aria-hidden size="1.3rem" />
      <VisuallyHidden>Back office</VisuallyHidden>
    </Link>
  )
}

/** Sends the changes and mp3s that wait on this device. Where there is no Background Sync, only open pages send them. */
async function sendWaiting() {
  const { keepSendingChanges } = await import('../../features/admin/changes/changes.store')
  keepSendingChanges()
  await import('../admin/forget-on-logout')
  const { resumeUploads } = await import('../../features/admin/uploads/uploads.store')
  await resumeUploads()
}
