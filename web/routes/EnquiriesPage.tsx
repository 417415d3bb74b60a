import { getRouteApi, useRouter } from '@tanstack/react-router'
import { band } from '../content/band'
import { AdminMenu } from '../features/admin/AdminMenu'
import { isUnread } from '../features/admin/enquiry-text'
import { InboxPanel } from '../features/admin/InboxPanel'
import styles from './Page.module.css'

const route = getRouteApi('/Admin/enquiries')

export default function EnquiriesPage() {
  const router = useRouter()
  const { enquiries } = route.useLoaderData()
  return (
    <div className={styles.office}>
      <AdminMenu unread={enquiries.filter(isUnread).length} />
      <InboxPanel
        enquiries={enquiries}
        bandName={band.name}
        onChanged={() => router.invalidate({ sync: true })}
      />
    </div>
  )
}
