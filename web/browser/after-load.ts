/** Runs something when the page has all that it is made of: what may come later comes after that.
 * @returns how to let it be, should it not have run yet */
export function afterLoad(run: () => void): () => void {
  const begin = () => run()
  if (document.readyState === 'complete') begin()
  else addEventListener('load', begin, { once: true })
  return () => removeEventListener('load', begin)
}
