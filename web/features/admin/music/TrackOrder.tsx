import { Button } from '../../../ui/Button'
import { FormNotice } from '../panel/FormFoot'
import { Actions, SideNote } from '../panel/Panel'
import { SortableList } from '../panel/SortableList'
import { orderIds, type useTrackOrder } from './use-track-order'

/** The tracks in the order in which visitors see them, to be changed. */
export const TrackOrder = ({ order }: { order: ReturnType<typeof useTrackOrder> }) => (
  <section id={orderIds.open} tabIndex={-1} aria-label="Order of the tracks">
    <SideNote>The first track is the large record on the home page.</SideNote>
    <SortableList
      items={order.items}
      nameOf={({ name }) => name}
      renderHead={({ name, artist }) => (
        <span>
          {name} <small>{artist}</small>
        </span>
      )}
      onChange={order.change}
    />
    <Actions>
      <Button onClick={order.save} aria-disabled={order.isBusy}>
        Save order
      </Button>
      <Button variant="quiet" onClick={order.close}>
        Cancel
      </Button>
    </Actions>
    <FormNotice message={order.problem} />
  </section>
)
