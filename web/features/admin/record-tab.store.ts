import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'

/** The tabs of the admin page, in their order. */
export const recordTabs = ['Shows', 'Music'] as const
export type RecordTab = (typeof recordTabs)[number]

/** The open tab of the admin page, also after a reload. It is in a store because the tabs are in the menu of all pages of the back
 * office. */
export const useRecordTab = create<{ open: RecordTab; choose: (tab: RecordTab) => void }>()(
  persist((set) => ({ open: 'Shows', choose: (open) => set({ open }) }), {
    name: 'tab',
    storage: createJSONStorage(() => sessionStorage),
  }),
)
