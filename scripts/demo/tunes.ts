/** A tune: chords and melody, bar by bar. */
export interface Tune {
  file: string
  title: string
  /** Beats per bar. */
  beats: number
  /** Beats per minute. */
  tempo: number
  /** One bar of accompaniment: beats with the index of the chord's note that is plucked. */
  picking: readonly (readonly [beat: number, note: number])[]
  groove: 'rock' | 'slow' | 'waltz' | 'jig'
  /** The chords of each bar (one or two). The tune is played `repeats` times. */
  chords: readonly string[]
  /** Notes with their length in beats; `r` is a rest. Bar lines are only for readability. */
  melody: readonly string[]
  repeats: number
  /** Distortion of the lead guitar, 0 to 1. */
  drive: number
}

/** Four traditional tunes in the public domain, in arrangements by this project. */
export const tunes: readonly Tune[] = [
  {
    file: 'house-of-the-rising-sun',
    title: 'House of the Rising Sun',
    beats: 6,
    tempo: 232,
    picking: [
      [0, 0],
      [1, 2],
      [2, 3],
      [3, 4],
      [4, 3],
      [5, 2],
    ],
    groove: 'rock',
    chords: ['Am', 'C', 'D', 'F', 'Am', 'C', 'E', 'E', 'Am', 'C', 'D', 'F', 'Am', 'E', 'Am', 'E'],
    melody: [
      'A4:2 A4:1 B4:3',
      'C5:2 E5:1 D5:3',
      'A4:6',
      'r:3 A5:2 A5:1',
      'A5:3 G5:3',
      'E5:6',
      'E5:6',
      'r:3 A5:2 A5:1',
      'A5:3 G5:2 E5:1',
      'E5:2 D5:1 C5:3',
      'A4:6',
      'r:3 A4:2 A4:1',
      'C5:3 B4:3',
      'A4:3 G#4:3',
      'A4:6',
      'r:6',
    ],
    repeats: 2,
    drive: 0.8,
  },
  {
    file: 'st-james-infirmary',
    title: 'St. James Infirmary',
    beats: 4,
    tempo: 92,
    picking: [
      [0, 0],
      [1, 3],
      [1.67, 2],
      [2, 1],
      [3, 4],
      [3.67, 3],
    ],
    groove: 'slow',
    chords: ['Am E', 'Am', 'Am Dm', 'E', 'Am E', 'Am', 'F E', 'Am'],
    melody: [
      'E4:1 A4:1 A4:0.67 B4:0.33 C5:1',
      'A4:3 r:1',
      'E5:1 E5:0.67 D5:0.33 C5:1 A4:1',
      'B4:3 r:1',
      'C5:1 E5:0.67 E5:0.33 D5:1 B4:1',
      'C5:1 A4:2 r:1',
      'A4:1 C5:0.67 A4:0.33 G#4:1 E4:1',
      'A4:3 r:1',
    ],
    repeats: 3,
    drive: 0.35,
  },
  {
    file: 'greensleeves-electric',
    title: 'Greensleeves, electric',
    beats: 6,
    tempo: 252,
    picking: [
      [0, 0],
      [2, 2],
      [3, 1],
      [4, 3],
      [5, 4],
    ],
    groove: 'jig',
    chords: [
      'Am',
      'G',
      'F',
      'E',
      'Am',
      'G',
      'Am E',
      'Am',
      'C',
      'G',
      'Am',
      'E',
      'C',
      'G',
      'Am E',
      'Am',
    ],
    melody: [
      'C5:2 D5:1 E5:1.5 F5:0.5 E5:1',
      'D5:2 B4:1 G4:1.5 A4:0.5 B4:1',
      'C5:2 A4:1 A4:1.5 G#4:0.5 A4:1',
      'B4:2 G#4:1 E4:2 A4:1',
      'C5:2 D5:1 E5:1.5 F5:0.5 E5:1',
      'D5:2 B4:1 G4:1.5 A4:0.5 B4:1',
      'C5:1.5 B4:0.5 A4:1 G#4:1.5 F#4:0.5 G#4:1',
      'A4:3 A4:3',
      'G5:3 G5:1.5 F#5:0.5 E5:1',
      'D5:2 B4:1 G4:1.5 A4:0.5 B4:1',
      'C5:2 A4:1 A4:1.5 G#4:0.5 A4:1',
      'B4:2 G#4:1 E4:3',
      'G5:3 G5:1.5 F#5:0.5 E5:1',
      'D5:2 B4:1 G4:1.5 A4:0.5 B4:1',
      'C5:1.5 B4:0.5 A4:1 G#4:1.5 F#4:0.5 G#4:1',
      'A4:6',
    ],
    repeats: 2,
    drive: 1,
  },
  {
    file: 'scarborough-fair',
    title: 'Scarborough Fair in E minor',
    beats: 3,
    tempo: 126,
    picking: [
      [0, 0],
      [0.5, 2],
      [1, 3],
      [1.5, 4],
      [2, 3],
      [2.5, 2],
    ],
    groove: 'waltz',
    chords: [
      'Em',
      'Em',
      'D',
      'Em',
      'Em',
      'G',
      'Em A',
      'Bm',
      'Bm',
      'G',
      'G',
      'D',
      'D',
      'Em',
      'D',
      'D',
      'Em',
      'Em',
    ],
    melody: [
      'E4:2 E4:1',
      'B4:2 B4:1',
      'F#4:1.5 G4:0.5 F#4:1',
      'E4:3',
      'r:1 B4:1 D5:1',
      'E5:2 D5:1',
      'B4:1 C#5:1 A4:1',
      'B4:3',
      'r:2 E5:1',
      'E5:2 E5:1',
      'D5:2 B4:1',
      'B4:1 A4:1 G4:1',
      'F#4:2 D4:1',
      'E4:2 B4:1',
      'A4:2 G4:1',
      'F#4:1 E4:1 D4:1',
      'E4:3',
      'r:3',
    ],
    repeats: 2,
    drive: 0.15,
  },
]

/** Returns a chord's notes over two octaves, root first, as MIDI numbers. */
export function chordNotes(chord: string): number[] {
  const root = 36 + pitchClass(chord.replace('m', ''))
  const low = root < 40 ? root + 12 : root
  const third = chord.endsWith('m') ? 3 : 4
  return [low, low + 7, low + 12, low + 12 + third, low + 19]
}

/** Parses a melody into notes: start in beats, length in beats, MIDI number. */
export function melodyNotes(melody: readonly string[]) {
  let beat = 0
  const notes: { beat: number; length: number; pitch: number }[] = []
  for (const token of melody.flatMap((bar) => bar.split(' '))) {
    const [name = 'r', duration = '1'] = token.split(':')
    const length = Number(duration)
    if (name !== 'r') {
      const octave = Number(name.at(-1))
      notes.push({ beat, length, pitch: 12 * (octave + 1) + pitchClass(name.slice(0, -1)) })
    }
    beat += length
  }
  return notes
}

function pitchClass(name: string): number {
  const natural = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 }[name.charAt(0)]
  if (natural === undefined) throw new Error(`${name} is no note.`)
  return natural + (name.endsWith('#') ? 1 : 0)
}
