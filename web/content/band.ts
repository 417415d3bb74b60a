/**
 * The band's content: the texts and settings in this file, the members and the videos in the files beside it, and the
 * pictures and videos in the folders. To use the site for another band, edit only this folder.
 */

export interface Band {
  name: string
  /** The label of the home screen icon: at most about twelve characters. */
  shortName: string
  town: string
  /** The region of the shows' postal addresses: search engines, maps and calendars need it to distinguish London, Ontario, from London, England. */
  region?: string
  /** The country of the shows' postal addresses (ISO 3166-1 alpha-2). */
  country?: string
  /** The contact for vulnerability reports (`mailto:…` or `https://…`), published in `/.well-known/security.txt`. */
  securityContact?: string
  genre: string
  /** The heading of the home page. */
  tagline: string
  /** One or two sentences below the tagline; also the description for search engines. */
  introduction: string
  /** The paragraphs of the welcome text. */
  welcome: string[]
  /** The text beside the booking form. */
  bookingInvitation: string
  /** Information for organisers beside the booking form; each part is optional. */
  booking?: {
    /** A list of what is included, a few words each. */
    includes?: string[]
    /** Where the band plays. */
    travel?: string
    /** How soon the band answers. */
    answer?: string
    phone?: string
    email?: string
  }
  /** The band's time zone (IANA name), which determines the current date. */
  timeZone: string
  /** A domain of the band that makes the UIDs of calendar entries unique. It must never change. */
  calendarDomain: string
  social: { network: SocialLink; playlist: SocialLink }
  /** The name of the cover in `pictures/`, without the extension. */
  cover: { picture: string; description: string }
  /** The promo video in `videos/` (an .mp4 and a .webm) and its first frame in `pictures/`. */
  promo: { video: string; poster: string; description: string }
  /** The background and the four stripes, as #rrggbb, in the light (`day`) and the dark (`night`) colour scheme. */
  colours: Record<'ground' | 'hot' | 'amber' | 'gold' | 'teal', { day: string; night: string }>
}

export interface SocialLink {
  label: string
  url: string
}

export const band: Band = {
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
  timeZone: 'America/Toronto',
  calendarDomain: 'the-forks.band.example',
  social: {
    network: { label: 'The Forks on Facebook', url: 'https://www.facebook.com/' },
    playlist: { label: 'The Forks on YouTube', url: 'https://www.youtube.com/playlist' },
  },
  cover: {
    picture: 'cover',
    description:
      'A poster of a van on a country road at sunset, four stripes of colour rising from it into an arch.',
  },
  promo: {
    video: 'promo',
    poster: 'promo-poster',
    description: 'Stage lights sweep over a crowd in silhouette while the amplifiers glow.',
  },
  colours: {
    ground: { day: '#f6ead3', night: '#17100c' },
    hot: { day: '#c2361a', night: '#ff6a3d' },
    amber: { day: '#e08a1e', night: '#ffb347' },
    gold: { day: '#f2b84b', night: '#ffd27a' },
    teal: { day: '#2c7f7a', night: '#4fb3aa' },
  },
}
