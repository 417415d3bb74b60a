export { MorePanel as default } from '../../features/admin/frame/MorePanel'
