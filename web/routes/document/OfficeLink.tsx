import { Link } from '@tanstack/react-router'
import { SlidersHorizontal } from 'lucide-react'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import styles from './Header.module.css'

/** The way back to the back office, for whoever is logged in; visitors never fetch it. */
export default function OfficeLink() {
  return (
    <Link to="/Admin" className={styles.office}>
      <SlidersHorizontal aria-hidden />
      <VisuallyHidden>Back office</VisuallyHidden>
    </Link>
  )
}
