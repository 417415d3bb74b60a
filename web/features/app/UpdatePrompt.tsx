import { useBusy } from '../../installation/busy.store'
import { useUpdate } from '../../installation/update.store'
import { Button, QuietButton } from '../../ui/Button'
import { Card } from './Card'

/** Offers to reload the page for a new version, unless a reload would interrupt an upload or lose a draft. */
export default function UpdatePrompt() {
  const isBusy = useBusy(({ reasons }) => reasons.size > 0)
  const { accept, putOff } = useUpdate.getState()
  if (isBusy) return null
  return (
    <Card title="A new version is ready">
      <Button onClick={accept}>Reload</Button>
      <QuietButton onClick={putOff}>Later</QuietButton>
    </Card>
  )
}
