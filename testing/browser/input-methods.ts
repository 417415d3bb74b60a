import type { Locator, Page } from '@playwright/test'

/** A person's actions on a page with one input method. */
export interface InputMethod {
  /** Presses a button, a link, a checkbox, a radio button, a tab or a summary. */
  press(control: Locator): Promise<void>
  /** Replaces the text of a field. A date is written as YYYY-MM-DD. */
  write(field: Locator, text: string): Promise<void>
  /** Chooses an option of a select by its label. */
  choose(select: Locator, label: string): Promise<void>
}

/** Taps controls. Texts and options are set directly, because the keyboard and lists of a phone are not part of the page. */
const byTouch = (): InputMethod => ({
  press: (control) => control.tap(),
  write: (field, text) => field.fill(text),
  async choose(select, label) {
    await select.selectOption({ label })
  },
})

/** Exceeds the number of controls on any page. */
const maxPresses = 250
/** Key presses between two checks of the focus; a check takes as long as a press. */
const pressesPerCheck = 6

/** Uses a page as a person without a pointer does: controls are reached by Tab, radio buttons of a group and tabs by an
 * arrow. */
function byKeyboard(page: Page): InputMethod {
  const { keyboard } = page

  /** Whether a control is before or after the focused element. Until the next call, a key that is pressed while it has the focus does nothing. */
  const placeOf = (control: Locator, key: string) =>
    control.evaluate((element, pressed) => {
      const globals = window as { stopIgnoring?: () => void }
      globals.stopIgnoring?.()
      const focused = document.activeElement
      if (!focused || element === focused) return 'here'
      function ignoreKey(event: KeyboardEvent) {
        if (event.key !== pressed || element !== document.activeElement) return
        event.preventDefault()
        event.stopImmediatePropagation()
      }
      addEventListener('keydown', ignoreKey, true)
      globals.stopIgnoring = () => removeEventListener('keydown', ignoreKey, true)
      const isBefore = focused.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING
      return isBefore ? 'before' : 'after'
    }, key)

  async function reach(control: Locator, key = 'Tab') {
    await control.waitFor()
    for (let presses = 0; presses < maxPresses; presses += pressesPerCheck) {
      const place = await placeOf(control, key)
      if (place === 'here') return
      const pressed = place === 'before' && key === 'Tab' ? 'Shift+Tab' : key
      for (let press = 0; press < pressesPerCheck; press += 1) await keyboard.press(pressed)
    }
    const focused = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200))
    throw new Error(`The key ${key} does not reach ${control}. The focus is on ${focused}`)
  }

  return {
    async press(control) {
      if ((await control.getAttribute('role')) === 'tab') {
        await reach(page.getByRole('tab', { selected: true }))
        return reach(control, 'ArrowRight')
      }
      const type = await control.getAttribute('type')
      if (type !== 'radio') {
        await reach(control)
        return keyboard.press(type === 'checkbox' ? 'Space' : 'Enter')
      }
      // Tab reaches the chosen one of the group, and an arrow chooses the next one.
      const name = await control.getAttribute('name')
      await reach(page.locator(`input[name="${name}"]:checked`))
      await reach(control, 'ArrowRight')
    },
    async write(field, text) {
      await reach(field)
      const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
      if (day !== undefined) {
        // To the first of the field's three parts.
        for (const key of ['ArrowLeft', 'ArrowLeft']) await keyboard.press(key)
        return keyboard.type(`${month}${day}${year}`)
      }
      await keyboard.press('ControlOrMeta+A')
      await keyboard.type(text)
    },
    async choose(select, label) {
      await reach(select)
      const chosen = () =>
        select.evaluate((list: HTMLSelectElement) => list.selectedOptions[0]?.label)
      for (let before: string | undefined; (await chosen()) !== label; ) {
        const current = await chosen()
        if (current === before) throw new Error(`There is no option ${label} after the chosen one.`)
        before = current
        await keyboard.press('ArrowDown')
      }
    },
  }
}

/** The two ways in which each journey is made: the options of its tests, and the actions. */
export const inputMethods = {
  'on a phone by touch': {
    use: { viewport: { width: 360, height: 740 }, hasTouch: true },
    hasKeyboard: false,
    methodOf: byTouch,
  },
  'on a wide window by keyboard': {
    use: { viewport: { width: 1440, height: 900 }, hasTouch: false },
    hasKeyboard: true,
    methodOf: byKeyboard,
  },
} satisfies Record<
  string,
  { use: object; hasKeyboard: boolean; methodOf: (page: Page) => InputMethod }
>
