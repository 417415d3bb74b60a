import { Link } from '@tanstack/react-router'
import { members } from '../content/members'
import { Members } from '../features/about/Members'
import { buttonClass } from '../ui/Button'
import { Page } from '../ui/Page'
import styles from './AboutUsPage.module.css'

export default function AboutUsPage() {
  return (
    <Page title="About Us">
      <Members members={members} />
      <div className={styles.ending}>
        <Link to="/Music" className={buttonClass()}>
          Hear us
        </Link>{' '}
        <Link to="/BookUs" className={buttonClass('quiet')}>
          Book us
        </Link>
      </div>
    </Page>
  )
}
