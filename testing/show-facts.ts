/** What can be known of a show besides its night and its place. */
export const showFacts = {
  startsAt: '20:30',
  doorsAt: '19:00',
  address: '99 Wortley Road',
  isStepFree: true,
  ageLimit: 19,
  ticketUrl: 'https://tickets.example/forks',
  ticketLabel: '$15 at the door',
  note: 'All ages until ten.',
}
