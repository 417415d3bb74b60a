import { Link } from '@tanstack/react-router'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { adminIcons } from './AdminMenuEntry'
import styles from './MorePanel.module.css'
import { morePages } from './more-pages'
import { Panel } from './Panel'

/** The pages that the bar of phones has no room for. */
export const MorePanel = () => (
  <Panel title="More">
    <ul className={styles.list}>
      {morePages.map(({ name, path, about }) => {
        const Icon = adminIcons[name]
        return (
          <li key={name}>
            <Link to={path} className={styles.row}>
              <Icon aria-hidden size={24} />
              <span>
                <strong>{name}</strong>
                <span className={styles.about}> {about}</span>
              </span>
              <ChevronRight aria-hidden size={20} />
            </Link>
          </li>
        )
      })}
    </ul>
  </Panel>
)
