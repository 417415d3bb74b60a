import type { PostedEnquiry } from '../../../api/contract/page'

/** Makes the function that gives a field its name, and the value that was submitted without scripts. Only the server renders the
 * value, because hydration would overwrite text that was typed before it. */
export const postedField = (posted: PostedEnquiry | undefined) => (name: string) => ({
  name,
  ...(import.meta.env.SSR
    ? { defaultValue: posted?.fields[name] }
    : { suppressHydrationWarning: true }),
})
