type Picture = Uint8Array<ArrayBuffer>

/** Holds the latest drawn pictures in memory, so that each is drawn once.
 * @param capacity the number of pictures
 * @returns a function that returns the picture with a key, and draws it if necessary */
export function createPictureCache(capacity: number) {
  const pictures = new Map<string, Promise<Picture>>()
  return function find(key: string, draw: () => Promise<Picture>): Promise<Picture> {
    const known = pictures.get(key)
    if (known) return known
    const drawing = draw()
    pictures.set(key, drawing)
    drawing.catch(() => pictures.delete(key))
    const [oldest] = pictures.keys()
    if (pictures.size > capacity && oldest !== undefined) pictures.delete(oldest)
    return drawing
  }
}
