import styles from './Arch.module.css'

/** The band's mark: an arch of four stripes. */
export const Arch = () => (
  <svg className={styles.arch} viewBox="0 0 48 24" aria-hidden="true">
    {['hot', 'amber', 'gold', 'teal'].map((colour, index) => (
      <circle
        key={colour}
        cx="24"
        cy="24"
        r={22 - index * 4}
        fill="none"
        strokeWidth="4.1"
        stroke={`var(--${colour})`}
      />
    ))}
  </svg>
)
