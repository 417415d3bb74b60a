import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Button } from '../../ui/Button'
import styles from '../Page.module.css'
import { WaysOn } from './NotFoundPage'

/** What stands where a page could not be loaded, with a way on. */
export function RouteError({ error }: { error: unknown }) {
  const router = useRouter()
  useEffect(() => console.error('Loading the page failed:', error), [error])
  return (
    <div className={styles.lost} role="alert">
      <h1 tabIndex={-1}>The amp has cut out.</h1>
      <p>This page could not be loaded. Please check your connection and try again.</p>
      <Button onClick={() => void router.invalidate()}>Try again</Button>
      <WaysOn />
    </div>
  )
}
