import { MorePanel } from '../../features/admin/MorePanel'

export default function MorePage() {
  return <MorePanel />
}
