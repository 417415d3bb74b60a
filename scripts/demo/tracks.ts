import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import {
  bassGuitar,
  createMix,
  hat,
  kick,
  type Mix,
  master,
  pluckedString,
  sampleRate,
  snare,
  type Voice,
} from './synthesiser'
import { chordNotes, melodyNotes, type Tune, tunes } from './tunes'

type Hit = readonly [drum: 'kick' | 'snare' | 'hat' | 'open', beat: number, loudness: number]

const everyBeat = (beats: number, step: number, loudness: number): Hit[] =>
  Array.from({ length: beats / step }, (_, index) => [
    'hat',
    index * step,
    loudness * (index % 2 ? 0.6 : 1),
  ])

const grooves: Record<Tune['groove'], readonly Hit[]> = {
  rock: [['kick', 0, 1], ['snare', 3, 0.9], ['kick', 5, 0.7], ...everyBeat(6, 1, 0.5)],
  slow: [
    ['kick', 0, 1],
    ['snare', 1, 0.7],
    ['kick', 2, 0.8],
    ['snare', 3, 0.8],
    ['kick', 3.67, 0.5],
    ...everyBeat(4, 1, 0.6),
    ['hat', 1.67, 0.4],
    ['open', 3.67, 0.35],
  ],
  jig: [
    ['kick', 0, 1],
    ['kick', 2, 0.5],
    ['snare', 3, 1],
    ['kick', 5, 0.6],
    ...everyBeat(6, 1, 0.6),
  ],
  waltz: [['kick', 0, 0.8], ['snare', 1, 0.35], ['snare', 2, 0.4], ...everyBeat(3, 0.5, 0.35)],
}

function playGroove(mix: Mix, at: number, beat: number, hits: readonly Hit[]) {
  for (const [drum, position, loudness] of hits) {
    const start = at + position * beat
    if (drum === 'kick') kick(mix, start, loudness * 0.75)
    else if (drum === 'snare') snare(mix, start, loudness * 0.42)
    else hat(mix, start, loudness * 0.3, drum === 'open' ? 0.16 : 0.04)
  }
}

/** Mixes a tune: an introduction of four bars, the verses, a last chord. */
function perform(tune: Tune): Mix {
  const beat = 60 / tune.tempo
  const bar = beat * tune.beats
  const verse = bar * tune.chords.length
  const intro = bar * 4
  const mix = createMix(intro + verse * tune.repeats + 5)

  const rhythm = pluckedString({ pan: -0.45, damping: 0.35, drive: 0, seed: 11 })
  const second = pluckedString({ pan: 0.5, damping: 0.6, drive: tune.drive * 0.5, seed: 23 })
  const lead = pluckedString({
    pan: 0.1,
    damping: 0.15,
    drive: tune.drive,
    vibrato: 0.16,
    seed: 41,
  })

  const playBar = (at: number, chordsOfBar: string, isFull: boolean, isLast: boolean) => {
    const chords = chordsOfBar.split(' ')
    const share = tune.beats / chords.length
    const notesAt = (position: number) => chordNotes(chords[Math.floor(position / share)] ?? 'Am')
    for (const [position, note] of tune.picking) {
      const pitch = (notesAt(position)[note] ?? 57) + 12
      rhythm(mix, at + position * beat, beat * 1.9, pitch, 0.34)
    }
    if (!isFull) return
    chords.forEach((chord, index) => {
      const [root = 45] = chordNotes(chord)
      const start = at + index * share * beat
      bassGuitar(mix, start, beat * share * 0.62, root, 0.5)
      bassGuitar(
        mix,
        start + beat * share * 0.66,
        beat * share * 0.3,
        root + (index % 2 ? 0 : 7),
        0.36,
      )
      for (const pitch of chordNotes(chord).slice(1, 4))
        second(mix, start, beat * share * 0.8, pitch + 12, 0.1)
    })
    playGroove(mix, at, beat, grooves[tune.groove])
    if (isLast)
      for (const position of [0.5, 0.75]) snare(mix, at + tune.beats * position * beat, 0.35)
  }

  for (let index = 0; index < 4; index += 1)
    playBar(index * bar, tune.chords[index] ?? 'Am', index >= 2, index === 3)
  for (let round = 0; round < tune.repeats; round += 1) {
    const start = intro + round * verse
    tune.chords.forEach((chord, index) => {
      playBar(start + index * bar, chord, true, index === tune.chords.length - 1)
    })
    for (const note of melodyNotes(tune.melody))
      lead(mix, start + note.beat * beat, note.length * beat * 0.97, note.pitch, 0.36)
  }
  finish(mix, intro + tune.repeats * verse, tune, [rhythm, second])
  return master(mix, 0.3)
}

/** Adds the last chord, which rings out. */
function finish(mix: Mix, at: number, { chords }: Tune, [rhythm, second]: readonly [Voice, Voice]) {
  const notes = chordNotes(chords[0] ?? 'Am')
  for (const [index, pitch] of notes.entries()) rhythm(mix, at + index * 0.045, 4, pitch + 12, 0.4)
  for (const pitch of notes.slice(0, 3)) second(mix, at, 4, pitch + 12, 0.2)
  bassGuitar(mix, at, 3.6, notes[0] ?? 45, 0.55)
  kick(mix, at, 0.9)
  hat(mix, at, 0.5, 0.7)
}

/** Converts the mix to 16-bit stereo PCM with a fade-out. */
function toPcm({ left, right }: Mix): Buffer {
  const fade = sampleRate * 2.5
  const pcm = Buffer.alloc(left.length * 4)
  for (let i = 0; i < left.length; i += 1) {
    const gain = Math.min(1, (left.length - i) / fade) * 32_000
    pcm.writeInt16LE(Math.round((left[i] ?? 0) * gain), i * 4)
    pcm.writeInt16LE(Math.round((right[i] ?? 0) * gain), i * 4 + 2)
  }
  return pcm
}

/** Mixes all tunes and encodes them with ffmpeg as mp3 with tags. */
export function makeTracks(folder: string, bandName: string): void {
  for (const tune of tunes) {
    const raw = ['-f', 's16le', '-ar', String(sampleRate), '-ac', '2', '-i', 'pipe:0']
    const tags = { title: tune.title, artist: bandName, comment: 'Traditional tune, public domain' }
    const metadata = Object.entries(tags).flatMap(([name, text]) => [
      '-metadata',
      `${name}=${text}`,
    ])
    const encoding = [
      '-c:a',
      'libmp3lame',
      '-b:a',
      '112k',
      '-id3v2_version',
      '3',
      '-fflags',
      '+bitexact',
    ]
    const file = join(folder, `${tune.file}.mp3`)
    const args = ['-y', '-loglevel', 'error', ...raw, ...metadata, ...encoding, file]
    const { status, stderr } = spawnSync('ffmpeg', args, { input: toPcm(perform(tune)) })
    if (status !== 0) throw new Error(`ffmpeg failed: ${stderr}`)
  }
}
