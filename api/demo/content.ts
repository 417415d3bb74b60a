import type { TrackFields } from '../contract/music'
import type { SongBody } from '../contract/songs'

/** Demo shows. `inDays` counts from the day of the first start and is negative for past shows. The venues are
 * fictional, the cities are real. */
export const demoShows = [
  { inDays: -43, venue: 'Blackfriars Picnic Stage', city: 'London' },
  { inDays: -15, venue: 'The Brass Lantern', city: 'St. Thomas' },
  { inDays: 6, venue: 'The Wortley Taproom', city: 'London' },
  { inDays: 20, venue: 'Harbour Stage', city: 'Port Stanley' },
  { inDays: 34, venue: 'Cellar Room', city: 'London' },
  { inDays: 62, venue: 'The Perth County Barn', city: 'Stratford' },
  { inDays: 97, venue: 'Victoria Bandshell', city: 'London' },
]

/** Demo songs, all in the public domain. */
export const demoSongs: SongBody[] = [
  { title: 'House of the Rising Sun', year: 1937, key: 'A minor', tags: ['slow'] },
  { title: 'St. James Infirmary', year: 1928, key: 'E minor', tags: ['slow', 'blues'] },
  { title: 'Greensleeves, electric', year: 1580, key: 'A minor', tags: ['loud'] },
  { title: 'Scarborough Fair in E minor', key: 'E minor', tags: ['slow'] },
  { title: 'When the Saints Go Marching In', tags: ['sing along', 'loud'] },
  { title: 'John Henry', tags: ['blues', 'loud'] },
  { title: 'Frankie and Johnny', year: 1904, tags: ['blues'] },
  { title: 'The Wabash Cannonball', year: 1882, tags: ['sing along'] },
  { title: 'Barbara Allen', tags: ['slow'] },
  { title: 'Whiskey in the Jar', tags: ['sing along', 'loud'] },
].map((song) => ({ artist: 'Traditional', ...song }))

/** Demo tracks. The songs are in the public domain; the recordings belong to this project. `gain` is in
 * decibels; measuring it would delay the first start. */
export const demoTracks: (TrackFields & { file: string; gain: number })[] = [
  {
    name: 'House of the Rising Sun',
    location: 'Live at the Forks',
    file: 'house-of-the-rising-sun.mp3',
    gain: -6.75,
  },
  {
    name: 'St. James Infirmary',
    location: 'Rehearsal room',
    file: 'st-james-infirmary.mp3',
    gain: -6.42,
  },
  {
    name: 'Greensleeves, electric',
    location: 'Port Stanley',
    file: 'greensleeves-electric.mp3',
    gain: -7.44,
  },
  {
    name: 'Scarborough Fair in E minor',
    location: 'Cellar Room',
    file: 'scarborough-fair.mp3',
    gain: -5.96,
  },
].map((track) => ({ artist: 'Traditional', ...track }))
