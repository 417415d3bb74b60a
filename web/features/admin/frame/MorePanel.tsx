import ArchiveRestore from 'lucide-react/icons/archive-restore'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import { adminPaths } from '../../../../api/shared/admin-map'
import { PageLinks } from '../panel/PageLinks'
import { Panel } from '../panel/Panel'
import { adminIcons } from './AdminMenuEntry'
import { morePages } from './more-pages'

/** Parts of the page Account that nobody would look for there. */
const parts = [
  {
    name: 'Import and export',
    path: adminPaths.account,
    hash: 'transfer',
    about: 'Many shows, songs or everything',
    icon: ArrowLeftRight,
  },
  {
    name: 'Bin',
    path: adminPaths.account,
    hash: 'bin',
    about: 'Deleted in the last 30 days',
    icon: ArchiveRestore,
  },
]

/** The pages that the bar of phones has no room for, and parts of them. */
export const MorePanel = () => (
  <Panel title="More">
    <PageLinks
      links={[...morePages.map((page) => ({ ...page, icon: adminIcons[page.name] })), ...parts]}
    />
  </Panel>
)
