import { uploadOperations } from '../contract/uploads'
import type { Step } from './request-context'

const methods: ReadonlySet<string | undefined> = new Set(['PATCH', 'DELETE', 'HEAD'])
const uploads = `${uploadOperations.createUpload.path}/`

/** Takes the method of a request about an upload from X-HTTP-Method-Override (tus 1.0.0), for clients behind proxies that let only
 * GET and POST pass. */
export const overrideMethod: Step = async (context, next) => {
  const { request, path } = context
  if (request.method !== 'POST' || !path.startsWith(uploads)) return next(context)
  const method = request.headers.get('x-http-method-override')?.toUpperCase()
  return next(method !== undefined && methods.has(method) ? context.withMethod(method) : context)
}
