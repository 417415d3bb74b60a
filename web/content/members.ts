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

/** As many as the band has. Not in `band.ts`, because only one page needs them. */
export const members: Member[] = [
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
]
