import { Outlet, useMatch } from '@tanstack/react-router'
import { AdminLayout } from '../../features/admin/AdminLayout'

export default function AdminLayoutRoute() {
  const enquiries = useMatch({ from: '/Admin/enquiries', shouldThrow: false })
  const records = useMatch({ from: '/Admin/', shouldThrow: false })
  return (
    <AdminLayout unread={enquiries?.loaderData?.counts.new} hasTabs={records !== undefined}>
      <Outlet />
    </AdminLayout>
  )
}
