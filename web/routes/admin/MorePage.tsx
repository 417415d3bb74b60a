import { MorePanel } from '../../features/admin/frame/MorePanel'

export default function MorePage() {
  return <MorePanel />
}
