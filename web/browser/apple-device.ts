/** Whether this is an iPhone, an iPad, an iPod or a Mac. */
export const isAppleDevice = () => /iPhone|iPad|iPod|Macintosh/.test(navigator.userAgent)
