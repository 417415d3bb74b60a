import { create } from 'zustand'
import { pages } from '../../../../api/shared/site-map'
import { storage } from '../../../browser/storage'
import type { RecordKind } from './drafts.store'

/** The tabs of the admin page, in their order. */
export const recordTabs = ['Shows', 'Music'] as const
export type RecordTab = (typeof recordTabs)[number]

const storageKey = 'recordTab'

/** The tab that was open before the admin page was reloaded; otherwise the first one. */
function initialTab(): RecordTab {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const isReloaded =
    navigation?.type === 'reload' && new URL(navigation.name).pathname === pages.admin.path
  const tab = isReloaded && storage.get(storageKey) === 'Music' ? 'Music' : 'Shows'
  storage.set(storageKey, tab)
  return tab
}

/** The open tab of the admin page. It is in a store because the tabs are in the menu of all pages of the back office. */
export const useRecordTab = create<{ open: RecordTab; choose: (tab: RecordTab) => void }>()(
  (set) => ({
    open: initialTab(),
    choose(open) {
      storage.set(storageKey, open)
      set({ open })
    },
  }),
)

/** The tabs that show the records of a kind; songs have a page of their own. */
const tabs: Partial<Record<RecordKind, RecordTab>> = { show: 'Shows', track: 'Music' }

/** Whether the form of a kind is displayed: the panels of tabs that are not open are hidden, but stay mounted. */
export const useIsTabOpen = (kind: RecordKind) =>
  useRecordTab(({ open }) => (tabs[kind] ?? open) === open)
