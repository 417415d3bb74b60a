import { Link } from '@tanstack/react-router'
import ArchiveRestore from 'lucide-react/icons/archive-restore'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { adminPaths } from '../../../api/shared/admin-map'
import { adminIcons } from './AdminMenuEntry'
import styles from './MorePanel.module.css'
import { morePages } from './more-pages'
import { Panel } from './Panel'

/** Parts of the page Account that nobody would look for there. */
const parts = [
  {
    name: 'Import and export',
    hash: 'transfer',
    about: 'Many shows or songs at once, and everything as files',
    icon: ArrowLeftRight,
  },
  { name: 'Bin', hash: 'bin', about: 'What was deleted in the last 30 days', icon: ArchiveRestore },
]

/** The pages that the bar of phones has no room for, and parts of them. */
export const MorePanel = () => (
  <Panel title="More">
    <ul className={styles.list}>
      {[
        ...morePages.map((page) => ({ ...page, hash: '', icon: adminIcons[page.name] })),
        ...parts.map((part) => ({ ...part, path: adminPaths.account })),
      ].map(({ name, path, hash, about, icon: Icon }) => (
        <li key={name}>
          <Link to={path} hash={hash} className={styles.row}>
            <Icon aria-hidden size={24} />
            <span>
              <strong>{name}</strong>
              <span className={styles.about}> {about}</span>
            </span>
            <ChevronRight aria-hidden size={20} />
          </Link>
        </li>
      ))}
    </ul>
  </Panel>
)
