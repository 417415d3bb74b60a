declare module '*?inline-script' {
  /** The text of a classic script (`scripts/inline-script.ts`). */
  const text: string
  export default text
}
