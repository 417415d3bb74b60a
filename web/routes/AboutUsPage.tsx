import { getRouteApi } from '@tanstack/react-router'
import { Members } from '../features/about/Members'
import { ListNotice, useListDelay } from '../features/connection/ListNotice'
import { ButtonLink, QuietLink } from '../ui/ButtonLink'
import { EmptyState } from '../ui/EmptyState'
import { Page } from '../ui/Page'
import styles from './AboutUsPage.module.css'

const route = getRouteApi('/AboutUs')

export default function AboutUsPage() {
  const { members } = route.useLoaderData()
  const delay = useListDelay('site')
  return (
    <Page title="About Us">
      <Members members={members} />
      {members.length === 0 && !delay && (
        <EmptyState>
          <p>We have not introduced ourselves yet. Hear us instead!</p>
        </EmptyState>
      )}
      <ListNotice list="site" />
      <div className={styles.ending}>
        <ButtonLink to="/Music">Hear us</ButtonLink> <QuietLink to="/BookUs">Book Us</QuietLink>
      </div>
    </Page>
  )
}
