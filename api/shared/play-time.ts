import { counted } from './counted'

/** Formats seconds as minutes and seconds: 65 is '1:05'. */
export function playTime(seconds: number): string {
  const whole = Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds) : 0
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** Formats seconds for screen readers: '1 minute 5 seconds'. */
export function spokenTime(seconds: number): string {
  const [minutes = '0', rest = '0'] = playTime(seconds).split(':')
  return `${counted(Number(minutes), 'minute')} ${counted(Number(rest), 'second')}`
}
