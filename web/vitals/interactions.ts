/** The longest durations of interactions (milliseconds), by which Interaction to Next Paint is determined. */
export interface Interactions {
  /** The duration of each of the longest interactions, by its id. */
  longest: ReadonlyMap<number, number>
  count: number
}

/** One outlier is ignored for each 50 interactions (web.dev/articles/inp). */
const perOutlier = 50
const maxKept = 10

/** @param id groups the events of one interaction
 * @param isNew whether the interaction has not been counted */
export function withInteraction(
  { longest, count }: Interactions,
  { id, duration, isNew }: { id: number; duration: number; isNew: boolean },
): Interactions {
  const kept = new Map(longest).set(id, Math.max(duration, longest.get(id) ?? 0))
  const sorted = [...kept].sort(([, one], [, other]) => other - one).slice(0, maxKept)
  return { longest: new Map(sorted), count: count + Number(isNew) }
}

/** Interaction to Next Paint in milliseconds; undefined without an interaction. */
export function interactionToNextPaint({ longest, count }: Interactions): number | undefined {
  const durations = [...longest.values()].sort((one, other) => other - one)
  return durations[Math.min(durations.length - 1, Math.floor(count / perOutlier))]
}
