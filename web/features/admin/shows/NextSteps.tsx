import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import BellRing from 'lucide-react/icons/bell-ring'
import Music from 'lucide-react/icons/music'
import Palette from 'lucide-react/icons/palette'
import UsersRound from 'lucide-react/icons/users-round'
import { adminPaths } from '../../../../api/shared/admin-map'
import { PageLinks } from '../panel/PageLinks'
import { Section } from '../panel/Panel'

/** The hash with which the first page of the back office lists what a new band does next. */
export const nextStepsHash = 'next'

const steps = [
  {
    name: 'Who plays',
    about: 'Names, roles and photos for About Us',
    path: adminPaths.site,
    hash: 'members',
    icon: UsersRound,
  },
  {
    name: 'Your colours',
    about: 'Five of them; everything else follows',
    path: adminPaths.site,
    hash: 'colours',
    icon: Palette,
  },
  {
    name: 'All your shows at once',
    about: 'Paste them from a spreadsheet or a calendar; or add one below',
    path: adminPaths.account,
    hash: 'transfer',
    icon: ArrowLeftRight,
  },
  {
    name: 'What you play',
    about: 'The songs that organisers can wish for',
    path: adminPaths.songs,
    icon: Music,
  },
  {
    name: 'Hear of enquiries',
    about: 'Messages on this device when somebody asks for a booking',
    path: adminPaths.enquiries,
    icon: BellRing,
  },
]

/** What a band does after it has named its site. */
export const NextSteps = () => (
  <Section id="next-steps" title="The site is yours. What comes next?">
    <PageLinks links={steps} />
  </Section>
)
