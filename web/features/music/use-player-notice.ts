import { nextIn } from './play-queue'
import { usePlayer } from './player.store'

/** Why the current track does not play, or that the one before it was skipped; undefined otherwise. */
export const usePlayerNotice = (): string | undefined =>
  usePlayer(({ hasFailed, skipped, queue, track, isPlayable }) => {
    if (hasFailed) return 'This track can’t be played right now.'
    const last = skipped.at(-1)
    const next = last && nextIn(queue, last, (one) => isPlayable(one) && !skipped.includes(one))
    return next && next._id === track?._id
      ? `${last.name} can’t be played and was skipped.`
      : undefined
  })
