/** The site can't start; the message explains why to the person who starts it. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
