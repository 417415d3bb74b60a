import type { Site } from '../../api/contract/site'

const [black, white] = ['#17100c', '#f6ead3']

/** The site before the band's words are loaded: the shell, and a first visit on which they can't be. */
export const siteWithoutWords: Site = {
  name: '',
  timeZone: 'UTC',
  colours: {
    ground: { day: white, night: black },
    hot: { day: '#c2361a', night: '#ff6a3d' },
    amber: { day: '#e08a1e', night: '#ffb347' },
    gold: { day: '#f2b84b', night: '#ffd27a' },
    teal: { day: '#2c7f7a', night: '#4fb3aa' },
  },
}
