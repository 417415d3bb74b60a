import type { Site } from '../../api/contract/site'

const ground = { day: '#f6ead3', night: '#17100c' }
const stripe = { day: '#c2361a', night: '#ff6a3d' }

/** The band's words until the real ones are loaded: in the shell, and if the first request fails. */
export const siteWithoutWords: Site = {
  name: '',
  timeZone: 'UTC',
  colours: { ground, hot: stripe, amber: stripe, gold: stripe, teal: stripe },
}
