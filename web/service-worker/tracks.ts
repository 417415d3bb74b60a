import { prefixes } from '../../api/shared/site-map'
import { findOfflineTrack } from '../offline/offline-tracks'
import { rangeResponse } from './byte-range'

export const isAudio = ({ pathname }: URL) => pathname.startsWith(`${prefixes.audio}/`)

/** The saved copy of a track, or else the response from the network. */
export async function audioResponse({ request }: { request: Request }): Promise<Response> {
  const saved = await findOfflineTrack(request.url)
  return saved ? rangeResponse(saved, request) : fetch(request)
}
