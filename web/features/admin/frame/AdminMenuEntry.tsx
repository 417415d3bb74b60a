import CalendarDays from 'lucide-react/icons/calendar-days'
import Disc3 from 'lucide-react/icons/disc-3'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Inbox from 'lucide-react/icons/inbox'
import ListMusic from 'lucide-react/icons/list-music'
import MicVocal from 'lucide-react/icons/mic-vocal'
import Moon from 'lucide-react/icons/moon'
import PencilRuler from 'lucide-react/icons/pencil-ruler'
import UserRound from 'lucide-react/icons/user-round'

export const adminIcons = {
  Shows: CalendarDays,
  Music: Disc3,
  Enquiries: Inbox,
  Songs: ListMusic,
  Stage: MicVocal,
  Nights: Moon,
  Site: PencilRuler,
  Account: UserRound,
  More: Ellipsis,
}

/** The icon and the name of an entry in the menu of the back office. */
export function AdminMenuEntry({ name }: { name: keyof typeof adminIcons }) {
  const Icon = adminIcons[name]
  return (
    <>
      <Icon aria-hidden size={22} />
      {name}
    </>
  )
}
