import type { AnyRouter } from '@tanstack/react-router'
import { useEffect, useLayoutEffect } from 'react'

let isDone = false
let finish = () => {}

/** Resolves when the page is hydrated. */
export const takenOver = new Promise<void>((resolve) => {
  finish = resolve
})

/** To be called by whatever stands in a page's place: what the server rendered there is now the browser's own. */
export function useTakenOver() {
  useLayoutEffect(() => {
    isDone = true
    finish()
  }, [])
  useEffect(() => {
    // When the effects of the whole page have run: its first ones must not undo what is pressed.
    if (!window.isTakenOver) setTimeout(pressAgain)
  }, [])
}

function pressAgain() {
  const { pressedEarly } = window
  window.isTakenOver = true
  // Hydration succeeded after an earlier error.
  delete document.documentElement.dataset['plain']
  window.pressedEarly = undefined
  if (!pressedEarly) return
  delete pressedEarly.dataset['held']
  if (pressedEarly.isConnected) pressedEarly.click()
}

/** The same for the page itself. */
export function TakenOver() {
  useTakenOver()
  return null
}

/** Keeps the page that the server rendered until the browser has taken it over. React does that in pieces, and
 * the router throws inside a piece whose page was left before its turn; so a link or button pressed in that
 * moment changes the address at once, and the page right after. */
export function loadAfterTakingOver(router: AnyRouter) {
  const { load } = router
  router.load = async (options) => {
    if (!isDone) await takenOver
    await load(options)
  }
}
