import { Link } from '@tanstack/react-router'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import styles from './Header.module.css'

/** The link to the back office, shown to the logged-in administrator; visitors don't load it. */
export default function AdminLink() {
  return (
    <Link to="/Admin" className={styles.admin}>
      <SlidersHorizontal aria-hidden />
      <VisuallyHidden>Back office</VisuallyHidden>
    </Link>
  )
}
