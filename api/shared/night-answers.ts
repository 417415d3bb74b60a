/** The public availability of a day: `taken` by a show, a booking or a night off; `asked` while an enquiry holds it. */
export type NightState = 'free' | 'taken' | 'asked'

/** The answers to "are you free?". */
export const nightAnswers: Readonly<Record<NightState, string>> = {
  free: 'We’re free that night!',
  taken: 'We’re not free that night.',
  asked: 'Somebody asked first.',
}
