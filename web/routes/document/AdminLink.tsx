import { Link, useRouter } from '@tanstack/react-router'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { useEffect } from 'react'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import { openOffice } from '../open-office'
import styles from './Header.module.css'

/** The link to the back office, shown to the logged-in administrator; visitors don't load it. */
export default function AdminLink() {
  const router = useRouter()
  useEffect(() => {
    // Without it, the link loads the page anew.
    openOffice(router).catch((error: unknown) => console.debug('No back office:', error))
  }, [router])
  return (
    <Link to="/Admin" className={styles.admin}>
      <SlidersHorizontal aria-hidden />
      <VisuallyHidden>Back office</VisuallyHidden>
    </Link>
  )
}
