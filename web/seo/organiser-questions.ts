import type { FAQPage, Question } from 'schema-dts'
import type { Site } from '../../api/contract/site'
import { pages } from '../../api/shared/site-map'

/** What organisers ask of a band, with the answers that it has filled in (schema.org, `FAQPage`).
 * @param site the absolute origin of the public site */
export function organiserQuestions(band: Site, site: string): FAQPage {
  const { members = [], brings = [], needs = [], booking, genre } = band
  const lineUp = members.map(({ name, role }) => [name, role].filter(Boolean).join(', '))
  const questions: Record<string, string | undefined> = {
    'Are you free on our date?': `See ${site}${pages.bookUs.path}, which answers at once.`,
    'What do you play?': [genre, `The songs: ${site}${pages.songs.path}`]
      .filter(Boolean)
      .join('. '),
    'Where can we hear you?': `${site}${pages.music.path}`,
    'What does it cost?': band.priceFrom,
    'What is included?': booking?.includes?.join('; '),
    'What do you bring?': brings.join('; '),
    'What do you need from us?': needs.join('; '),
    'Who plays?': lineUp.filter(Boolean).join('; '),
    'How far do you travel?': band.radius ?? booking?.travel,
    'Are you insured?': band.insurance,
    'How soon do you reply?': booking?.answer,
  }
  return {
    '@type': 'FAQPage',
    '@id': `${site}${pages.press.path}#questions`,
    mainEntity: Object.entries(questions).flatMap(([name, text]): Question[] =>
      text ? [{ '@type': 'Question', name, acceptedAnswer: { '@type': 'Answer', text } }] : [],
    ),
  }
}
