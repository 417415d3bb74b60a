import { useBusy } from '../../installation/busy.store'
import { useUpdate } from '../../installation/update.store'
import { Button } from '../../ui/Button'
import { Card } from './Card'

/** Offers the newer version; while a reload would cut something off it waits. */
export function UpdatePrompt() {
  const isReady = useUpdate((update) => update.isReady)
  const isBusy = useBusy(({ reasons }) => reasons.size > 0)
  const { accept, putOff } = useUpdate.getState()
  if (!isReady || isBusy) return null
  return (
    <Card title="A new version is ready">
      <Button onClick={accept}>Reload</Button>
      <Button variant="quiet" onClick={putOff}>
        Later
      </Button>
    </Card>
  )
}
