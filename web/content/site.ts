import type { Site, Video } from '../../api/contract/site'

/** What a new site starts with. The band changes it in the back office; afterwards this file is not read any more. */
export const site = {
  name: 'The Forks',
  shortName: 'The Forks',
  town: 'London, Ontario',
  region: 'Ontario',
  country: 'CA',
  genre: 'Classic rock',
  tagline: 'Loud songs you know by heart.',
  introduction:
    'Three of us, two amps, forty years of singles. Weddings, patios, arenas of forty people.',
  welcome: [
    'We are three people from London, Ontario, who never got over the records our parents played too loud. So we play them too loud ourselves, in bars, barns, back gardens and once on a ferry.',
    'No backing tracks, no smoke machine, no speeches. Two amps, one drum kit, three voices and a set list that starts where the good part of the evening should. If you know the chorus, you are in the band until it ends.',
  ],
  bookingInvitation:
    'Tell us where and when. We bring the sound, the lights and three hours of songs everyone can sing.',
  booking: {
    includes: [
      'Three hours of songs, in two or three sets',
      'Our own sound and lights, for rooms of up to 200',
      'An hour to set up, half an hour to be gone',
    ],
    travel:
      'London and two hours around it: Windsor, Sarnia, Owen Sound, Toronto. Further if it’s fun.',
    answer: 'We answer within two days, mostly the same evening.',
    phone: '519-555-0142',
    email: 'booking@the-forks.band.example',
  },
  biography: {
    short:
      'The Forks are three people from London, Ontario, who play loud songs you know by heart: sixties, seventies and a little of the eighties, with two amps, one drum kit and three voices.',
    long: 'The Forks began in a basement two streets from where the Thames divides, over a box of records that nobody’s parents would lend twice. Since then they have played bars, barns, back gardens and once a ferry, all over southwestern Ontario.\n\nThey bring their own sound and lights, no backing tracks and no speeches. The set begins where the good part of the evening should, and ends when the last chorus does.',
  },
  brings: ['Sound for rooms of up to 200', 'Lights', 'Three hours of songs', 'A quiet set-up'],
  needs: ['One grounded 15 A outlet', 'Twelve by ten feet of floor', 'Shelter from the rain'],
  priceFrom: 'From $1,800 for two sets, with sound and lights',
  radius: 'Two hours around London, Ontario',
  insurance: 'Two million dollars of liability insurance',
  timeZone: 'America/Toronto',
  locale: 'en-CA',
  network: { label: 'The Forks on Facebook', url: 'https://www.facebook.com/' },
  playlist: { label: 'The Forks on YouTube', url: 'https://www.youtube.com/playlist' },
  cover: {
    src: '/demo/cover.jpg',
    width: 1200,
    height: 900,
    alt: 'A poster of a van on a country road at sunset, four stripes of colour rising from it into an arch.',
    placeholder:
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAIAAAACDbGyAAAACXBIWXMAAAsTAAALEwEAmpwYAAAAW0lEQVQImQFQAK//ADs9QTY6QVM/PFxCOzY5QAB1NCuURCzfpWDermipVTQAuDoep1o6oqSC4+u415ZYAG4rFZl6W6aYd7Wbc2lDLQAbFRMsJB06MigoIBobEQ5+bRtO8V6j1wAAAABJRU5ErkJggg==',
  },
  promo: {
    webm: '/demo/promo.webm',
    mp4: '/demo/promo.mp4',
    poster: {
      src: '/demo/promo-poster.jpg',
      width: 960,
      height: 540,
      placeholder:
        'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAIAAAACDbGyAAAACXBIWXMAAAsTAAALEwEAmpwYAAAAW0lEQVQImQFQAK//AJQwGLBWL714R65aM44vGwDERyTxklPktnHgkFa4SCsAukQimFgyhV06gFAzkTUeAIg2HCoVDC8XDzgeFFUeEQAVCwcVCwcLBwQTCwcUCwd0ChX+7lFiyAAAAABJRU5ErkJggg==',
    },
    description: 'Stage lights sweep over a crowd in silhouette while the amplifiers glow.',
  },
  colours: {
    ground: { day: '#f6ead3', night: '#17100c' },
    hot: { day: '#c2361a', night: '#ff6a3d' },
    amber: { day: '#e08a1e', night: '#ffb347' },
    gold: { day: '#f2b84b', night: '#ffd27a' },
    teal: { day: '#2c7f7a', night: '#4fb3aa' },
  },
  members: [
    {
      name: 'Robin Lacroix',
      role: 'Lead vocals and guitar',
      biography: [
        'Started on a nylon-string with five strings and has been making up for the sixth ever since. Sings the high parts when the room is warm and the low ones when it isn’t, and owns one more guitar than the van has room for.',
        'Day job: teaches grade six, which explains the patience with drummers.',
      ],
      photo: {
        src: '/demo/lead-vocals-and-guitar.jpg',
        width: 800,
        height: 1000,
        alt: 'A poster portrait of the singer with long hair, at a microphone with a guitar.',
        placeholder:
          'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAIAAAACDbGyAAAACXBIWXMAAAsTAAALEwEAmpwYAAAAW0lEQVQImQFQAK//AP+TQuyCPLRhLOl/O/+UQgD/kEKpYjJRNSmuZTT/j0IA/Y8/o10zvYRfqWU7/I4/APaFPHhYNpR4WXxfPPaHPQDajkpHXVR1YEo6aF66ej/nWCProQQIxAAAAABJRU5ErkJggg==',
      },
    },
    {
      name: 'Desmond Okafor',
      role: 'Bass',
      biography: [
        'Plays the notes you only miss when they stop. Learned every line off a turntable run at half speed and still counts the bars of a four-bar rest out loud.',
        'Keeps the calendar, the van keys and the receipts, and is therefore the only one of us who knows where we are playing.',
      ],
      photo: {
        src: '/demo/bass.jpg',
        width: 800,
        height: 1000,
        alt: 'A poster portrait of the bass player with a hat and a moustache, holding the bass low.',
        placeholder:
          'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAIAAAACDbGyAAAACXBIWXMAAAsTAAALEwEAmpwYAAAAW0lEQVQImQFQAK//APi9WdeiSaJ6ONaiSfi9WgDytlCHXS48FxKGXC7xtlEA+L5awo1DaD0owItC/MBZAPm3ULmJQoBfQbyOR9ijTQCalWAoPThVQzMqHBakfkIkyiQxHvhuJgAAAABJRU5ErkJggg==',
      },
    },
    {
      name: 'Frankie Vogel',
      role: 'Drums',
      biography: [
        'Hit the same four things in the same order for twenty years before finding out that it was called a groove. Sings harmony, badly lit and perfectly in tune.',
        'Built the kit’s bass drum from a church-hall tom and will tell you about it.',
      ],
      photo: {
        src: '/demo/drums.jpg',
        width: 800,
        height: 1000,
        alt: 'A poster portrait of the drummer with curly hair and round glasses, sticks crossed.',
        placeholder:
          'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAIAAAACDbGyAAAACXBIWXMAAAsTAAALEwEAmpwYAAAAW0lEQVQImQFQAK//AE6rpE+QiFxjV0+Ohk6rpABGnJZ0SzinTCx1SjhGnJUATKOdg4Nwy596h4FmTaOcAEeinXaWidOfeHqUgkeinQBxopDUeUzThlTTfVV2pZGORCVMAUhgrwAAAABJRU5ErkJggg==',
      },
    },
  ],
  videos: [
    {
      title: 'The lights go up',
      about: 'The first minute of any night.',
      provider: 'file',
      source: '/demo/lights.mp4',
      picture: {
        src: '/demo/video-lights.jpg',
        width: 1280,
        height: 720,
        placeholder:
          'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAIAAAACDbGyAAAACXBIWXMAAAsTAAALEwEAmpwYAAAAWElEQVQImWPQykxyqyqubc1zry9TzUhlcO6q3bW0/Oz8+O0ryq36OxnyW9IqUhxl9DRTwsxdyrMZclJcJIT5JQX5JCRFlF0dGHhEhLmFBdn4+LiFBLlEhAFyEhYwVkTAewAAAABJRU5ErkJggg==',
      },
      publishedOn: '2026-03-14',
    },
    {
      title: 'One string at a time',
      about: 'The bass part, close up.',
      provider: 'file',
      source: '/demo/strings.mp4',
      picture: {
        src: '/demo/video-strings.jpg',
        width: 1280,
        height: 720,
        placeholder:
          'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAIAAAACDbGyAAAACXBIWXMAAAsTAAALEwEAmpwYAAAAWUlEQVQImWNYYiY730hmm7PcqgVpGvV1DMFWyr5mSpmeWhW5bhrxcQwhthpBtprZ/kZ5yY7qEeEMfiay7vpSaa6qRdlu8lFRDItNZeboS+31Vpw9L0uxphYAv7AYC5bn5x4AAAAASUVORK5CYII=',
      },
      publishedOn: '2026-04-18',
    },
    {
      title: 'Thirty-three and a third',
      about: 'Where we got the songs from.',
      provider: 'file',
      source: '/demo/record.mp4',
      picture: {
        src: '/demo/video-record.jpg',
        width: 1280,
        height: 720,
        placeholder:
          'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAIAAAACDbGyAAAACXBIWXMAAAsTAAALEwEAmpwYAAAAWElEQVQImWNwzE3QNNY0tDWODbSwzopnMI/wsVKWsNNVzrRV8kwLZ+B3cWvI9ClI8YkxlfHIiWXIjXM01VE11FIqclZtzvViKG1M0DTW0rfUS4pyLqpPAAA08hVcAmzD9gAAAABJRU5ErkJggg==',
      },
      publishedOn: '2026-05-09',
    },
    {
      title: 'The road to Port Stanley',
      about: 'Forty minutes, windows down.',
      provider: 'file',
      source: '/demo/road.mp4',
      picture: {
        src: '/demo/video-road.jpg',
        width: 1280,
        height: 720,
        placeholder:
          'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAIAAAACDbGyAAAACXBIWXMAAAsTAAALEwEAmpwYAAAAWUlEQVQImWOwsXW0sHHys7cLc7Qxt3ZkqLTQrTJUO90TfHNRQqeNNsNGC9nlLmpLZpbefbDyZIopQ6Qsb0eo1ZrZlbNakgusFBhkxYUVpMW11BXlxUVkRQUBIpEYtAuf27gAAAAASUVORK5CYII=',
      },
      publishedOn: '2026-06-27',
    },
  ],
} satisfies Site & { videos: [Video, Video, Video, Video] }

/** A domain that makes the UIDs of a new site's calendar entries unique. */
export const calendarDomain = 'the-forks.band.example'
