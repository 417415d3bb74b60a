import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nextIn, previousIn } from './play-queue'

const items = (count: number) => Array.from({ length: count }, (_, index) => ({ _id: `${index}` }))

it('next and previous are inverse within the playable items', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 1 }), fc.nat(), (playable, seed) => {
      const queue = items(playable.length)
      const isPlayable = ({ _id }: { _id: string }) => playable[Number(_id)] === true
      const current = queue[seed % queue.length] as { _id: string }
      const next = nextIn(queue, current, isPlayable)
      const rest = queue.slice(Number(current._id) + 1).filter(isPlayable)
      expect(next).toEqual(rest[0])
      if (next && isPlayable(current)) expect(previousIn(queue, next, isPlayable)).toEqual(current)
    }),
  )
})

it('there is nothing before the first and after the last item', () => {
  const [first = { _id: '' }, , last = { _id: '' }] = items(3)
  expect(previousIn(items(3), first, () => true)).toBeUndefined()
  expect(nextIn(items(3), last, () => true)).toBeUndefined()
})

it('a track that was taken off the list is followed by the first one', () => {
  expect(nextIn(items(3), { _id: 'gone' }, () => true)).toEqual({ _id: '0' })
})
