import { type CSSProperties, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import styles from './SitePanel.module.css'

/** A part of a page in small, as it looks in a window of this width. It can be scrolled, but nothing in it can be pressed. */
export function SectionLook({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  const [zoom, setZoom] = useState(1)

  useLayoutEffect(() => {
    if (!frame.current) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setZoom(entry.contentRect.width / document.documentElement.clientWidth)
    })
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [])

  return (
    <figure className={styles.look}>
      <figcaption>How it looks</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keyboard, too */}
      <div className={styles.frame} ref={frame} tabIndex={0}>
        <div
          className={styles.pageInSmall}
          style={{ '--zoom': zoom } as CSSProperties}
          aria-hidden="true"
          inert
        >
          {children}
        </div>
      </div>
    </figure>
  )
}
