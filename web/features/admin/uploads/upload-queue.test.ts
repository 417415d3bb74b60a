import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  afterReload,
  metadataOf,
  type NewTrack,
  nextToSend,
  readyTracks,
  splitByAge,
  whyNotMp3,
} from './upload-queue'

const track = (
  changes: Partial<NewTrack> & { artist?: string; location?: string; isDraft?: string } = {},
): NewTrack => {
  const { artist = '', location = '', isDraft = '', ...rest } = changes
  return {
    id: 'a',
    page: 'first',
    file: new File(['x'], 'a.mp3'),
    fields: { name: 'A', artist, location, album: '', number: '', year: '', isDraft },
    state: 'chosen',
    progress: 0,
    chosenAt: 0,
    ...rest,
  }
}

it.each([
  ['a.mp3', '', undefined],
  ['A.MP3', 'audio/mpeg', undefined],
  ['recording', 'audio/mpeg', undefined],
  ['a.m4a', 'audio/mp4', /a\.m4a is not an mp3 \(M4A\)\. Export it as an mp3/],
  ['a.wav', 'audio/mpeg', /WAV/],
  ['a.flac', '', /FLAC/],
  ['notes.txt', 'text/plain', /^notes\.txt is not an mp3\.$/],
])('says what to do with %j (%j)', (name, type, sentence) => {
  if (sentence) expect(whyNotMp3({ name, type })).toMatch(sentence)
  else expect(whyNotMp3({ name, type })).toBeUndefined()
})

it('asks for the fields that a track lacks, once for all tracks', () => {
  const tracks = [track({ artist: 'The Forks' }), track({ location: 'The barn' })]
  expect(readyTracks(tracks, { artist: '', location: '', isDraft: '' })).toEqual({
    missing: ['artist', 'location'],
  })
  expect(readyTracks(tracks, { artist: 'Us', location: ' Here ', isDraft: 'true' })).toMatchObject({
    tracks: [
      { state: 'waiting', fields: { artist: 'The Forks', location: 'Here', isDraft: 'true' } },
      { state: 'waiting', fields: { artist: 'Us', location: 'The barn', isDraft: 'true' } },
    ],
  })
})

it('sends one at a time, in their order', () => {
  const [first, second] = [
    track({ id: '1', state: 'waiting' }),
    track({ id: '2', state: 'waiting' }),
  ]
  expect(nextToSend([first, second])?.id).toBe('1')
  expect(nextToSend([{ ...first, state: 'sending' }, second])).toBeUndefined()
  expect(nextToSend([{ ...first, state: 'failed' }, second])?.id).toBe('2')
  expect(nextToSend([{ ...first, state: 'paused' }, track()])).toBeUndefined()
})

it('sends again after a reload what was interrupted, and nothing else', () => {
  const states = ['chosen', 'waiting', 'sending', 'paused', 'failed'] as const
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...states)), (list) => {
      const after = afterReload(
        list.map((state) => track({ state })),
        'next',
      )
      expect(after.map(({ page, state }) => [page, state])).toEqual(
        list.map((state) => ['next', state === 'sending' ? 'waiting' : state]),
      )
    }),
  )
})

it('drops what was chosen more than 14 days ago', () => {
  const day = 24 * 60 * 60_000
  const [old, recent] = [track({ chosenAt: day }), track({ chosenAt: 2 * day })]
  expect(splitByAge([old, recent], 15.5 * day)).toEqual({ kept: [recent], outdated: [old] })
})

it('sends the name of the file and the fields that have a text', () => {
  expect(metadataOf(track({ artist: 'The Forks', isDraft: 'true' }))).toEqual({
    filename: 'a.mp3',
    name: 'A',
    artist: 'The Forks',
    isDraft: 'true',
  })
})
