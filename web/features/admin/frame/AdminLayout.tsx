import { type ComponentProps, type ReactNode, useState } from 'react'
import { withFullStop } from '../../../../api/shared/with-full-stop'
import { useShownSaved } from '../../../offline/private-responses'
import { RecordNotice } from '../panel/FormFoot'
import { recoverFocus } from '../panel/focus-recovery'
import { moment } from '../panel/moment'
import type { ChangeMessage } from '../panel/use-saving'
import styles from './AdminLayout.module.css'
import { AdminMenu } from './AdminMenu'
import { WaitingChanges } from './WaitingChanges'

interface AdminLayoutProps
  extends ComponentProps<typeof AdminMenu>,
    Pick<ComponentProps<typeof WaitingChanges>, 'readAgain' | 'readNames'> {
  children: ReactNode
}

const allSent: ChangeMessage = { kind: 'status', text: 'All waiting changes were sent.' }

/** The layout of all back office pages; it stays mounted during navigation between them. */
export function AdminLayout(props: AdminLayoutProps) {
  const { unread, hasTabs, readAgain, readNames, children } = props
  const [message, setMessage] = useState<ChangeMessage>()
  return (
    <div className={styles.admin}>
      <AdminMenu unread={unread} hasTabs={hasTabs} />
      <div ref={recoverFocus} className={styles.content}>
        <div className={styles.notices} data-admin-notices>
          <SavedNotice />
          <WaitingChanges
            readAgain={readAgain}
            onAllSent={() => setMessage((shown) => shown ?? allSent)}
            readNames={readNames}
            onDecided={setMessage}
          />
        </div>
        {children}
        <RecordNotice
          message={message}
          isSecondary={message === allSent}
          onClose={() => setMessage(undefined)}
        />
      </div>
    </div>
  )
}

/** Shows when the displayed data were received, if the site did not respond. */
function SavedNotice() {
  const receivedAt = useShownSaved((shown) => shown.receivedAt)
  const [oldest] = [...receivedAt.values()].sort((one, other) => one.getTime() - other.getTime())
  return (
    <div role="status">
      {oldest && (
        <p className={styles.notice}>
          The site did not respond. This page shows what this device received on{' '}
          {withFullStop(moment(oldest.toISOString()))}
        </p>
      )}
    </div>
  )
}
