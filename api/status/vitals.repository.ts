import type { Db } from 'mongodb'
import type { Vitals, VitalsBody } from '../contract/status'
import { bucketOf, type Histogram, percentileOf } from './percentile'

type Metric = keyof VitalsBody

interface DayRecord {
  /** The day (UTC) as YYYY-MM-DD. */
  _id: string
  at: Date
  views: number
  histograms?: { [Name in Metric]?: Histogram }
}

const aDay = 24 * 60 * 60
const days = 28
const share = 0.75
/** Differences below these values don't matter; also the precision of the results. */
const units: Record<Metric, number> = { lcp: 1, inp: 1, cls: 0.001 }
const metrics = Object.keys(units) as Metric[]

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Counts of what visitors' browsers measured: a document for each day, with nothing about a visitor. */
export async function openVitalsRepository(db: Db) {
  const records = db.collection<DayRecord>('vitals')
  await records.createIndex({ at: 1 }, { expireAfterSeconds: (days + 1) * aDay })

  return {
    async add(vitals: VitalsBody): Promise<void> {
      const counted = Object.entries(vitals).map(([metric, value]) => {
        const bucket = bucketOf(value, units[metric as Metric])
        return [`histograms.${metric}.${bucket}`, 1]
      })
      await records.updateOne(
        { _id: dayOf(Date.now()) },
        { $inc: { views: 1, ...Object.fromEntries(counted) }, $setOnInsert: { at: new Date() } },
        { upsert: true },
      )
    },

    /** The 75th percentiles of today and the 27 days before. */
    async read(): Promise<Vitals> {
      const first = dayOf(Date.now() - (days - 1) * aDay * 1000)
      const found = await records.find({ _id: { $gte: first } }).toArray()
      const percentiles = metrics.map((metric) => {
        const merged: Histogram = {}
        for (const { histograms } of found)
          for (const [bucket, count] of Object.entries(histograms?.[metric] ?? {}))
            merged[bucket] = (merged[bucket] ?? 0) + count
        const unit = units[metric]
        const value = percentileOf(merged, share, unit)
        return [metric, value && Number((Math.round(value / unit) * unit).toFixed(3))]
      })
      const views = found.reduce((sum, day) => sum + day.views, 0)
      return { ...Object.fromEntries(percentiles), views }
    },
  }
}
