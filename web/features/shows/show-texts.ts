import type { Api } from '../../../api/contract/operations'
import type { Show } from '../../../api/contract/shows'
import { longDate, timesOf, weekdayOf } from '../../../api/shared/show-dates'
import { statusText } from '../../../api/shared/show-status'

interface Named {
  name: string
}

/** The title and the description of a show's page, which link previews display too: date, time and place. */
export function showTexts(show: Show, { name }: Named): { title: string; description: string } {
  const { date, venue, city, note } = show
  const stamp = statusText(show)
  const day = [`${weekdayOf(date)}, ${longDate(date)}`, timesOf(show)].filter(Boolean).join(', ')
  return {
    title: `${stamp ? `${stamp}: ` : ''}${venue}, ${longDate(date)}`,
    // A time such as 8 p.m. ends with a full stop already.
    description: [`${name} at ${venue}, ${city}: ${day}.`.replace(/\.\.$/, '.'), note]
      .filter(Boolean)
      .join(' '),
  }
}

const cardPath: Api['showCard']['path'] = '/shows/{id}/card.jpg'
const codeTemplate: Api['showCode']['path'] = '/shows/{id}/code.svg'

/** The path of the QR code that leads to a show's page. */
export const codePath = ({ _id }: Pick<Show, '_id'>): string => codeTemplate.replace('{id}', _id)

/** The preview picture of a show; its address changes with the show, because messengers cache pictures. */
export const cardOf = (show: Show, { name }: Named) => ({
  path: `${cardPath.replace('{id}', show._id)}?v=${Date.parse(show.updatedAt).toString(36)}`,
  alt: [statusText(show), `${name} at ${show.venue}, ${longDate(show.date)}`]
    .filter(Boolean)
    .join(': '),
})
