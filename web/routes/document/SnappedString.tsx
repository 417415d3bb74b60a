/** A drawing of a guitar's neck with a snapped string. */
export default function SnappedString() {
  return (
    <svg viewBox="0 0 560 220" aria-hidden="true" fill="none">
      <rect x="0" y="60" width="560" height="120" fill="light-dark(#7a4a26, #5a371d)" />
      {[100, 240, 380, 520].map((x) => (
        <rect key={x} x={x} y="60" width="7" height="120" fill="#c9b296" />
      ))}
      <g fill="#f3e3c6">
        <circle cx="173" cy="120" r="9" />
        <circle cx="313" cy="120" r="9" />
        <circle cx="453" cy="120" r="9" />
      </g>
      <g stroke="var(--ink)" strokeWidth="3">
        <path d="M0 80h560M0 140h560M0 160h560" />
        <path
          d="M0 105h190c40 0 60-18 66-48s-14-44-26-34 2 34 26 28 40-22 46-38"
          stroke="var(--hot)"
          strokeWidth="4"
          strokeLinecap="round"
        />
        <path
          d="M560 105H396c-34 0-50 16-54 44s12 42 24 34-2-32-24-28-36 18-42 34"
          stroke="var(--hot)"
          strokeWidth="4"
          strokeLinecap="round"
        />
      </g>
    </svg>
  )
}
