import ArchiveRestore from 'lucide-react/icons/archive-restore'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'

/** Sections of the account that nobody would look for there, so that the page More links to them, too. */
export const accountParts = [
  {
    id: 'transfer',
    name: 'Import and export',
    about: 'Many shows, songs or everything',
    icon: ArrowLeftRight,
  },
  { id: 'bin', name: 'Bin', about: 'Deleted in the last 30 days', icon: ArchiveRestore },
] as const
