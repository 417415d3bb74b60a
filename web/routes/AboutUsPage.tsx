import { getRouteApi, Link } from '@tanstack/react-router'
import { Members } from '../features/about/Members'
import { ListNotice } from '../features/connection/ListNotice'
import { buttonClass } from '../ui/Button'
import { Page } from '../ui/Page'
import styles from './AboutUsPage.module.css'

const route = getRouteApi('/AboutUs')

export default function AboutUsPage() {
  return (
    <Page title="About Us">
      <Members members={route.useLoaderData().members} />
      <ListNotice list="site" />
      <div className={styles.ending}>
        <Link to="/Music" className={buttonClass()}>
          Hear us
        </Link>{' '}
        <Link to="/BookUs" className={buttonClass('quiet')}>
          Book Us
        </Link>
      </div>
    </Page>
  )
}
