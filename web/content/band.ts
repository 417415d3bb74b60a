/**
 * The band's content: the texts and settings in this file, and the pictures and videos in the folders beside it. To use
 * the site for another band, edit only this folder.
 */

/** A video on the Videos page. */
export interface Video {
  title: string
  /** One line under the title. */
  about: string
  /** The video's id for `youtube` and `vimeo`; a name in `videos/` for `file`. */
  provider: 'youtube' | 'vimeo' | 'file'
  source: string
  /** The name of the preview picture in `pictures/`, without the extension. */
  picture: string
  /** For `file`: the name of a WebVTT file in `videos/` with captions in the site's language, without the extension. */
  captions?: string
  /** The date of publication, YYYY-MM-DD. Search engines require it to list a video. */
  publishedOn?: string
}

export interface Member {
  /** The person's name; without it, the role stands alone. */
  name?: string
  /** The person's role in the band, for example 'Drums'. */
  role: string
  /** The name of the photo in `pictures/`, without the extension. */
  photo: string
  /** The alternative text of the photo. */
  photoDescription: string
  biography: string[]
}

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
  /** As many as the band has. */
  members: Member[]
  /** The page opens with the first video. */
  videos: [Video, Video, Video, Video]
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
  members: [
    {
      name: 'Robin Lacroix',
      role: 'Lead vocals and guitar',
      photo: 'lead-vocals-and-guitar',
      photoDescription:
        'A poster portrait of the singer with long hair, at a microphone with a guitar.',
      biography: [
        'Started on a nylon-string with five strings and has been making up for the sixth ever since. Sings the high parts when the room is warm and the low ones when it isn’t, and owns one more guitar than the van has room for.',
        'Day job: teaches grade six, which explains the patience with drummers.',
      ],
    },
    {
      name: 'Desmond Okafor',
      role: 'Bass',
      photo: 'bass',
      photoDescription:
        'A poster portrait of the bass player with a hat and a moustache, holding the bass low.',
      biography: [
        'Plays the notes you only miss when they stop. Learned every line off a turntable run at half speed and still counts the bars of a four-bar rest out loud.',
        'Keeps the calendar, the van keys and the receipts, and is therefore the only one of us who knows where we are playing.',
      ],
    },
    {
      name: 'Frankie Vogel',
      role: 'Drums',
      photo: 'drums',
      photoDescription:
        'A poster portrait of the drummer with curly hair and round glasses, sticks crossed.',
      biography: [
        'Hit the same four things in the same order for twenty years before finding out that it was called a groove. Sings harmony, badly lit and perfectly in tune.',
        'Built the kit’s bass drum from a church-hall tom and will tell you about it.',
      ],
    },
  ],
  videos: [
    {
      title: 'The lights go up',
      about: 'The first minute of any night.',
      provider: 'file',
      source: 'lights',
      picture: 'video-lights',
      publishedOn: '2026-03-14',
    },
    {
      title: 'One string at a time',
      about: 'The bass part, close up.',
      provider: 'file',
      source: 'strings',
      picture: 'video-strings',
      publishedOn: '2026-04-18',
    },
    {
      title: 'Thirty-three and a third',
      about: 'Where we got the songs from.',
      provider: 'file',
      source: 'record',
      picture: 'video-record',
      publishedOn: '2026-05-09',
    },
    {
      title: 'The road to Port Stanley',
      about: 'Forty minutes, windows down.',
      provider: 'file',
      source: 'road',
      picture: 'video-road',
      publishedOn: '2026-06-27',
    },
  ],
  colours: {
    ground: { day: '#f6ead3', night: '#17100c' },
    hot: { day: '#c2361a', night: '#ff6a3d' },
    amber: { day: '#e08a1e', night: '#ffb347' },
    gold: { day: '#f2b84b', night: '#ffd27a' },
    teal: { day: '#2c7f7a', night: '#4fb3aa' },
  },
}
