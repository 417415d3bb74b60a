import { prefixes } from '../../api/contract/site-map'
import { findKept } from '../offline/kept-tracks'
import { partOf } from './byte-range'

export const isAudio = ({ pathname }: URL) => pathname.startsWith(`${prefixes.audio}/`)

/** A track from this phone where it is kept, else from the network. */
export async function answerAudio(request: Request): Promise<Response> {
  const kept = await findKept(request.url)
  return kept ? partOf(kept, request) : fetch(request)
}
