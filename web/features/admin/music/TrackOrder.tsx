import { Button, QuietButton } from '../../../ui/Button'
import { Actions, SideNote, StickyFoot } from '../panel/Panel'
import { SortableList } from '../panel/SortableList'
import { focusIds, type useTrackOrder } from './use-track-order'

/** The tracks in the order in which visitors see them, to be changed. */
export const TrackOrder = ({ order }: { order: ReturnType<typeof useTrackOrder> }) => (
  <section id={focusIds.open} tabIndex={-1} aria-label="Order of the tracks">
    <SideNote>The first track is the large record on the home page.</SideNote>
    <SortableList
      items={order.items}
      nameOf={({ name }) => name}
      renderHead={({ name, artist }) => (
        <span>
          {name} <small>{artist}</small>
        </span>
      )}
      isFixed={order.isBusy}
      onChange={order.change}
    />
    <StickyFoot>
      <Actions>
        <Button onClick={order.save} aria-disabled={order.isBusy}>
          Save order
        </Button>
        <QuietButton onClick={order.cancel} aria-disabled={order.isBusy}>
          Cancel
        </QuietButton>
      </Actions>
    </StickyFoot>
  </section>
)
