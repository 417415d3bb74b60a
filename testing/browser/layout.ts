import type { Locator, Page } from '@playwright/test'

/** Returns the words that are broken across lines. */
export const brokenWords = (texts: Locator) =>
  texts.evaluateAll((elements) =>
    elements.flatMap((element) => {
      const broken: string[] = []
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) {
        const node = walker.currentNode
        for (const match of (node.textContent ?? '').matchAll(/\S+/g)) {
          const range = document.createRange()
          range.setStart(node, match.index)
          range.setEnd(node, match.index + match[0].length)
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
          if (lines.size > 1) broken.push(match[0])
        }
      }
      return broken
    }),
  )

/** Whether a page is wider than its window. */
export const isWider = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)

/** @param size a CSS font size; an empty text restores the page's own */
export const setTextSize = (page: Page, size: string) =>
  page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize
  }, size)

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** An element that contains a word, with its box and overflow styles. */
interface Frame extends Box {
  overflowX: string
  overflowY: string
  textOverflow: string
}

/** A word, with the boxes of its lines. */
interface Word {
  text: string
  boxes: Box[]
  /** The indexes of the elements that contain it and may hide a part of it. */
  frames: number[]
  /** The index of its ticket; -1 without one. */
  ticket: number
}

type FramedWord = Omit<Word, 'frames'> & { frames: Frame[] }

/** Measures the words of a page, and the distance of the tickets' calendar icons from the tickets' ends. */
const measure = (page: Page) =>
  page.evaluate(() => {
    const boxOf = ({ left, top, right, bottom }: DOMRect) => ({ left, top, right, bottom })
    const frames: Frame[] = []
    const known = new Map<Element, number[]>()
    /** The frames of an element and its ancestors. */
    function framesOf(element: Element | null): number[] {
      if (!element) return []
      const found = known.get(element)
      if (found) return found
      const own = [...framesOf(element.parentElement)]
      const { overflowX, overflowY, textOverflow } = getComputedStyle(element)
      if (overflowX !== 'visible' || overflowY !== 'visible') {
        const box = boxOf(element.getBoundingClientRect())
        own.push(frames.push({ ...box, overflowX, overflowY, textOverflow }) - 1)
      }
      known.set(element, own)
      return own
    }
    const tickets = [...document.querySelectorAll('main li:has(a[href$=".ics"])')]
    const words: Word[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { currentNode: node } = walker
      const parent = node.parentElement as Element
      const isShown =
        parent.checkVisibility({ visibilityProperty: true }) &&
        !parent.closest('svg, script, style, option, textarea, [aria-hidden="true"]')
      if (!isShown) continue
      const ticket = tickets.findIndex((one) => one.contains(parent))
      for (const { 0: text, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + text.length)
        const boxes = [...range.getClientRects()].filter(({ width }) => width > 0).map(boxOf)
        words.push({ text, boxes, frames: framesOf(parent), ticket })
      }
    }
    const icons = tickets.map((ticket) => {
      const icon = ticket.querySelector('a[href$=".ics"]') as Element
      const { right } = ticket.getBoundingClientRect()
      return Math.round(right - icon.getBoundingClientRect().right)
    })
    const { scrollWidth } = document.documentElement
    return { words, frames, icons, isWider: scrollWidth > innerWidth, windowWidth: innerWidth }
  })

/** Pixels by which rounding may move a box. */
const tolerance = 2
const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'

/** Whether an ancestor clips the whole word: then it is for screen readers only. */
const isVisuallyHidden = ({ boxes, frames }: FramedWord) =>
  frames.some(
    (frame) =>
      hides(frame.overflowX) &&
      (frame.right - frame.left <= 1 ||
        boxes.every(({ left, right }) => right <= frame.left || left >= frame.right)),
  )

/** Whether people can scroll to it, or see by an ellipsis that there is more. */
const isReachable = ({ frames }: FramedWord) =>
  frames.some(
    ({ overflowX, textOverflow }) =>
      ['auto', 'scroll'].includes(overflowX) || textOverflow === 'ellipsis',
  )

const isCutBy = (box: Box, frame: Frame) =>
  (hides(frame.overflowX) &&
    (box.left < frame.left - tolerance || box.right > frame.right + tolerance)) ||
  (hides(frame.overflowY) &&
    (box.top < frame.top - tolerance || box.bottom > frame.bottom + tolerance))

/** Whether two words overlap. Line boxes of large type overlap where there is no ink, so less than half of the height does not
 * count. */
function overlaps(one: Box, other: Box): boolean {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left)
  const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  const height = Math.min(one.bottom - one.top, other.bottom - other.top)
  return across > tolerance && down > height / 2
}

/** Describes each violation of the layout rules: no text leaves the window, is cut off, or overlaps another one; in tickets no word
 * is broken, and the calendar icons are in one place. */
export async function layoutViolations(page: Page): Promise<string[]> {
  const { words: measured, frames, icons, isWider, windowWidth } = await measure(page)
  const words = measured.map((word) => ({
    ...word,
    frames: word.frames.map((index) => frames[index] as Frame),
  }))
  const seen = words.filter((word) => !isVisuallyHidden(word) && !isReachable(word))
  const named = (fault: string, broken: readonly FramedWord[]) =>
    broken.map(({ text }) => `${text} ${fault}`)
  const inTickets = seen.filter(({ ticket }) => ticket >= 0)
  const linesOf = ({ boxes }: FramedWord) => new Set(boxes.map(({ top }) => Math.round(top))).size
  return [
    ...(isWider ? ['The page is wider than the window'] : []),
    ...(new Set(icons).size > 1 ? [`The calendar icons are at ${icons}`] : []),
    ...named(
      'leaves the window',
      seen.filter(({ boxes }) =>
        boxes.some(({ left, right }) => left < -1 || right > windowWidth + 1),
      ),
    ),
    ...named(
      'is cut off',
      seen.filter(({ boxes, frames }) =>
        boxes.some((box) => frames.some((frame) => isCutBy(box, frame))),
      ),
    ),
    ...named(
      'is broken',
      inTickets.filter((word) => linesOf(word) > 1),
    ),
    ...named(
      'overlaps another word',
      inTickets.filter((word) =>
        inTickets.some(
          (other) =>
            other !== word &&
            other.ticket === word.ticket &&
            word.boxes.some((box) => other.boxes.some((below) => overlaps(box, below))),
        ),
      ),
    ),
  ]
}
