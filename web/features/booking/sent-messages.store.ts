import { create } from 'zustand'
import type { EnquiryBody } from '../../../api/contract/enquiries'
import { storage } from '../../browser/storage'

/** A message that was sent from this phone. */
export interface SentMessage extends EnquiryBody {
  /** What the band calls it, if the response said it. */
  reference?: string
  /** In milliseconds since 1970. */
  sentAt: number
}

const storageKey = 'sentMessages'
/** The latest ones are kept. */
const maxMessages = 10

/** The messages that were sent from this phone, the latest first; none until they are read. */
export const useSentMessages = create(() => ({ messages: [] as readonly SentMessage[] }))

/** Reads the stored messages. Call it after hydration, because the server renders none. */
export function readSentMessages(): readonly SentMessage[] {
  const stored = storage.getObject(storageKey)?.['messages']
  const messages = Array.isArray(stored) ? (stored as SentMessage[]) : []
  useSentMessages.setState({ messages })
  return messages
}

function store(messages: readonly SentMessage[]) {
  storage.set(storageKey, JSON.stringify({ messages }))
  useSentMessages.setState({ messages })
}

/** Keeps a copy of a sent message. */
export function keepSentMessage(sent: EnquiryBody & { reference?: string | undefined }) {
  const { name, email, message, date, place, occasion, guests, phone, songIds, reference } = sent
  const copy = { name, email, message, date, place, occasion, guests, phone, songIds, reference }
  const earlier = readSentMessages()
  // It identifies the message, also if two are reported at once.
  const sentAt = Math.max(Date.now(), (earlier[0]?.sentAt ?? 0) + 1)
  store([{ ...copy, sentAt } as SentMessage, ...earlier].slice(0, maxMessages))
}

export const removeSentMessage = (removed: SentMessage): void =>
  store(readSentMessages().filter(({ sentAt }) => sentAt !== removed.sentAt))
