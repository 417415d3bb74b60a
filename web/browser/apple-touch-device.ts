/** Whether this is an iPhone, an iPad or an iPod; iPads identify themselves as Macs. */
export const isAppleTouchDevice = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)
