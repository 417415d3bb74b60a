import type { TrackFields } from '../contract/music'

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

/** Demo tracks. The songs are in the public domain; the recordings belong to this project. */
export const demoTracks: (TrackFields & { file: string })[] = [
  {
    name: 'House of the Rising Sun',
    artist: 'Traditional',
    location: 'Live at the Forks',
    file: 'house-of-the-rising-sun.mp3',
  },
  {
    name: 'St. James Infirmary',
    artist: 'Traditional',
    location: 'Rehearsal room',
    file: 'st-james-infirmary.mp3',
  },
  {
    name: 'Greensleeves, electric',
    artist: 'Traditional',
    location: 'Port Stanley',
    file: 'greensleeves-electric.mp3',
  },
  {
    name: 'Scarborough Fair in E minor',
    artist: 'Traditional',
    location: 'Cellar Room',
    file: 'scarborough-fair.mp3',
  },
]
