/** Whether the band is free on a day, as organisers learn it. */
export type NightState = 'free' | 'taken' | 'asked'

/** The answers to "are you free?". */
export const nightAnswers: Readonly<Record<NightState, string>> = {
  free: 'We’re free that night!',
  taken: 'We’re already playing that night.',
  asked: 'Somebody asked first.',
}
