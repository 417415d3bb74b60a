/** The submitted value of a field. Only the server renders it, because hydration would overwrite text that was typed before
 * it. */
export const initialValueProps = (value: string | undefined) =>
  import.meta.env.SSR ? { defaultValue: value } : { suppressHydrationWarning: true }
