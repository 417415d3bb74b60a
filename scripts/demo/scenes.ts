import {
  amplifier,
  arch,
  beam,
  circle,
  colours,
  crowd,
  group,
  line,
  n,
  path,
  pulse,
  rect,
  stripes,
  svg,
  swing,
  turn,
} from './drawing'

/** Draws one frame of a looping animation of 1280 × 720 pixels; `time` runs from 0 to 1. */
export type Scene = (time: number) => string

const width = 1280
const height = 720

const backdrop = (inner: string, middle: string, outer: string, strength = 1) => `
  <defs><radialGradient id="glow" cx=".5" cy=".32" r=".85">
    <stop offset="0" stop-color="${inner}"/><stop offset="${n(0.42 * strength + 0.1)}" stop-color="${middle}"/>
    <stop offset="1" stop-color="${outer}"/></radialGradient></defs>
  ${rect(0, 0, width, height, 'url(#glow)')}`

/** The band as the audience sees it: three silhouettes. */
function bandOnStage(time: number, y: number): string {
  const bob = (times: number, offset: number) => Math.abs(swing(time, times, offset)) * 9
  const singer = group(
    path('M-34 0q-6-70 6-120-24-12-20-34 4-30 44-30t46 34q2 20-20 30 12 52 8 120z', colours.night) +
      circle(2, -196, 30, colours.night) +
      path('M-32-190q-8 44-18 60 26 8 38-8zM34-190q10 40 22 58-28 8-40-8z', colours.night) +
      group(
        rect(-52, -8, 118, 15, colours.night, 6) +
          path('M-96-30q-26 6-24 34t34 30q28 2 44-30t-14-38-40 4z', colours.night),
        `translate(14 -92) rotate(${n(-14 + swing(time, 8) * 3)})`,
      ) +
      line('M62-176 52 4', colours.night, 7) +
      circle(48, -180, 10, colours.night),
    `translate(462 ${n(y - bob(4, 0))})`,
  )
  const bassist = group(
    path('M-30 0q-4-74 4-126-20-10-18-32 4-26 40-26t42 28q2 22-18 32 10 54 6 124z', colours.night) +
      circle(0, -198, 28, colours.night) +
      rect(-44, -224, 88, 10, colours.night, 5) +
      rect(-26, -246, 52, 30, colours.night, 6) +
      group(
        rect(-40, -7, 170, 13, colours.night, 5) + circle(-58, 0, 32, colours.night),
        `translate(-4 -80) rotate(${n(-28 + swing(time, 8, 0.2) * 3)})`,
      ),
    `translate(868 ${n(y - bob(4, 0.25))})`,
  )
  const hit = Math.max(0, swing(time, 8, 0.1)) * 34
  const drummer = group(
    circle(0, -206, 34, colours.night) +
      path('M-40-206q-6-52 40-52t40 52q-12 24-20 6-20 8-40 0-8 18-20-6z', colours.night) +
      path('M-44-60q0-112 44-112t44 112z', colours.night) +
      line(`M-36-140-82 ${n(-150 - hit)}-104 ${n(-190 - hit)}`, colours.night, 12) +
      line(`M36-140 84 ${n(-184 + hit)} 108 ${n(-222 + hit)}`, colours.night, 12) +
      circle(0, -46, 62, colours.night) +
      circle(0, -46, 46, colours.wood) +
      circle(0, -46, 30, colours.brick) +
      rect(-150, -112, 80, 44, colours.night, 10) +
      rect(74, -112, 80, 44, colours.night, 10) +
      rect(
        -180,
        -178,
        96,
        8,
        colours.night,
        4,
        `transform="rotate(${n(-8 + pulse(time, 16) * 4)} -130 -174)"`,
      ) +
      rect(92, -196, 96, 8, colours.night, 4, 'transform="rotate(9 140 -192)"') +
      line('M-132-174-124 10M140-192 134 10', colours.night, 5),
    `translate(660 ${n(y - 78)})`,
  )
  return drummer + rect(520, y - 90, 280, 110, colours.night, 8) + singer + bassist
}

const beams = (time: number, opacity: number) =>
  [
    [180, 0, colours.amber],
    [420, 0.3, colours.hot],
    [660, 0.6, colours.cream],
    [880, 0.15, colours.gold],
    [1110, 0.45, colours.teal],
  ]
    .map(([x, offset, colour]) => {
      const angle = swing(time, 1, Number(offset)) * 24 + swing(time, 2, Number(offset)) * 8
      return beam(Number(x), -30, 860, 120, angle, String(colour), opacity)
    })
    .join('')

const truss =
  rect(0, 18, width, 8, colours.night) +
  rect(0, 48, width, 6, colours.night) +
  Array.from({ length: 33 }, (_, index) =>
    line(`M${index * 40} 22l20 28 20-28`, colours.night, 4),
  ).join('') +
  [180, 420, 660, 880, 1110].map((x) => rect(x - 20, 44, 40, 34, colours.night, 6)).join('')

/** The video in the arch of the home page, which crops its sides: the subject is in the middle. */
export const promo: Scene = (time) => {
  const glow = pulse(time, 20)
  return svg(
    width,
    height,
    backdrop(colours.gold, colours.brick, '#2a0f0a', 0.85 + glow * 0.2) +
      beams(time, 0.26) +
      circle(640, 300, 190 + glow * 14, colours.cream, 'opacity=".16"') +
      truss +
      rect(0, 556, width, 170, '#1d0d08') +
      amplifier(236, 372, 150, 190, glow) +
      amplifier(958, 352, 170, 210, glow) +
      bandOnStage(time, 566) +
      crowd(width, 652, 40, time, colours.night),
  )
}

export const lights: Scene = (time) => {
  const glow = pulse(time, 16)
  return svg(
    width,
    height,
    backdrop('#7fd0c7', colours.deepTeal, '#0b2422', 0.8 + glow * 0.3) +
      arch(640, 580, 470, 40) +
      circle(640, 580, 310, '#0f3431') +
      beams((time + 0.2) % 1, 0.3) +
      truss +
      rect(0, 560, width, 170, '#0b1a18') +
      amplifier(250, 380, 150, 190, glow) +
      amplifier(950, 360, 170, 210, glow) +
      bandOnStage(time, 572) +
      crowd(width, 664, 46, time, '#060d0c'),
  )
}

export const strings: Scene = (time) => {
  const frets = [120, 330, 520, 690].map((x) => rect(x, 120, 12, 480, '#c9b296', 3))
  const dots = [232, 430, 608].map((x) => circle(x, 360, 20, colours.paper))
  const courses = [190, 303, 416, 529].map((y, index) => {
    const beats = 8
    const phase = (time * beats + index * 0.25) % 1
    const reach =
      26 * Math.exp(-2.6 * phase) * (index % 2 === Math.floor(time * beats) % 2 ? 1 : 0.35)
    const bend = reach * Math.sin(turn * phase * 7)
    const thickness = 13 - index * 2.4
    const shape = `M-20 ${y}C320 ${n(y + bend)} 700 ${n(y + bend)} 1300 ${y}`
    return (
      line(shape, '#0007', thickness + 3, 'transform="translate(0 9)"') +
      line(shape, '#e9d9b8', thickness) +
      line(shape, '#8f8578', thickness * 0.35)
    )
  })
  const pickup = (x: number) =>
    rect(x, 150, 84, 420, colours.night, 16) +
    [190, 303, 416, 529]
      .map((y) => circle(x + 26, y, 10, '#8f8578') + circle(x + 58, y, 10, '#8f8578'))
      .join('')
  return svg(
    width,
    height,
    rect(0, 0, width, height, colours.brick) +
      path('M760 0h520v720H760q-70-120-30-360T760 0z', colours.amber) +
      path('M850 0h430v720H850q-60-120-24-360T850 0z', colours.gold) +
      path('M930 0h350v720H930q-52-120-20-360T930 0z', colours.deepTeal) +
      rect(-20, 120, 800, 480, '#40260f') +
      frets.join('') +
      dots.join('') +
      pickup(880) +
      pickup(1060) +
      courses.join(''),
  )
}

export const record: Scene = (time) => {
  const angle = time * 360 * 4
  const grooves = Array.from(
    { length: 15 },
    (_, index) =>
      `<circle cx="0" cy="0" r="${282 - index * 10}" fill="none" stroke="#332823" stroke-width="${index % 4 === 0 ? 3 : 1.4}"/>`,
  ).join('')
  const label =
    `<clipPath id="label"><circle r="116"/></clipPath>` +
    group(
      rect(-120, -120, 240, 240, colours.paper) +
        stripes.map((colour, index) => rect(-120, -48 + index * 24, 240, 24, colour)).join(''),
      `rotate(${n(angle)})`,
      'clip-path="url(#label)"',
    )
  const shine = group(
    path('M0 0-70-290A300 300 0 0 1 70-290z', '#fff', 'opacity=".09"') +
      path('M0 0-70 290A300 300 0 0 0 70 290z', '#fff', 'opacity=".09"'),
    'rotate(38)',
  )
  return svg(
    width,
    height,
    rect(0, 0, width, height, colours.deepTeal) +
      stripes.map((colour, index) => rect(0, 520 + index * 34, width, 34, colour)).join('') +
      rect(150, 40, 980, 640, '#40260f', 30) +
      rect(170, 60, 940, 600, '#7a4a26', 22) +
      group(
        circle(0, 0, 318, colours.night) +
          circle(0, 0, 300, '#161210') +
          grooves +
          shine +
          label +
          circle(0, 0, 9, colours.night),
        'translate(500 360)',
      ) +
      circle(980, 190, 74, colours.night) +
      circle(980, 190, 54, '#8f8578') +
      group(
        line('M0 0v250l-96 128', '#d8cdbf', 17) +
          rect(-128, 356, 46, 74, colours.night, 8, 'transform="rotate(36 -105 393)"'),
        `translate(980 190) rotate(${n(10 - time * 5)})`,
      ) +
      circle(980, 190, 26, colours.night) +
      circle(900, 590, 26, colours.paper) +
      circle(980, 590, 26, colours.paper) +
      rect(1040, 470, 24, 150, colours.night, 12) +
      rect(1030, 520 + swing(time, 1) * 6, 44, 26, colours.hot, 6),
  )
}

/** The band's van from its side, 420 wide, wheels on y = 0. */
export function van(time: number): string {
  const wheel = (x: number) =>
    circle(x, -34, 42, colours.night) +
    circle(x, -34, 22, colours.paper) +
    group(
      rect(-22, -3, 44, 6, colours.night) + rect(-3, -22, 6, 44, colours.night),
      `translate(${x} -34) rotate(${n(time * 360 * 12)})`,
    )
  const bounce = n(Math.abs(swing(time, 12)) * -4)
  const body =
    path('M0-44V-150q0-50 50-56h230q40 0 66 44l34 62q40 4 40 32v24z', colours.paper) +
    stripes
      .map((colour, index) => rect(0, -132 + index * 14, 398 + index * 6, 14, colour))
      .join('') +
    rect(30, -186, 74, 46, '#2f4a4a', 8) +
    rect(118, -186, 74, 46, '#2f4a4a', 8) +
    path('M206-186h66q24 0 40 26l14 22H206z', '#2f4a4a') +
    rect(396, -78, 26, 20, colours.gold, 6) +
    rect(-8, -66, 20, 20, colours.hot, 4) +
    // Two amplifiers on the roof.
    group(
      rect(40, -262, 66, 58, colours.night, 6) +
        circle(73, -232, 18, colours.wood) +
        rect(114, -250, 90, 46, colours.night, 6) +
        circle(140, -226, 13, colours.wood) +
        circle(178, -226, 13, colours.wood),
    )
  return group(body, `translate(0 ${bounce})`) + wheel(88) + wheel(322)
}

/** Sky, striped sun and hills, with a moving road and roadside. */
export function landscape(time: number, w: number, h: number): string {
  const horizon = h * 0.66
  const hills = (y: number, step: number, rise: number, laps: number, colour: string) => {
    const shift = (time * step * laps) % step
    const humps = Array.from(
      { length: Math.ceil(w / step) + 3 },
      () => `q${n(step / 4)} ${-rise} ${n(step / 2)} 0t${n(step / 2)} 0`,
    )
    return path(`M${n(-step - shift)} ${y}${humps.join('')}V${h}H${-step}z`, colour)
  }
  const poles = Array.from({ length: Math.ceil(w / 320) + 2 }, (_, index) => {
    const x = index * 320 - ((time * 320 * 6) % 320)
    return (
      rect(x, horizon - 150, 9, 190, colours.ground) +
      rect(x - 34, horizon - 138, 77, 7, colours.ground)
    )
  })
  const wires = line(`M0 ${horizon - 132}H${w}`, colours.ground, 2)
  const dashes = Array.from({ length: Math.ceil(w / 160) + 2 }, (_, index) =>
    rect(index * 160 - ((time * 160 * 16) % 160), h * 0.87, 84, 9, colours.gold, 3),
  )
  return (
    `<linearGradient id="sky" x2="0" y2="1"><stop offset="0" stop-color="#1d3f4a"/><stop offset=".5" stop-color="${colours.brick}"/><stop offset="1" stop-color="${colours.amber}"/></linearGradient>` +
    rect(0, 0, w, h, 'url(#sky)') +
    arch(w * 0.62, horizon, h * 0.5, h * 0.058) +
    circle(w * 0.62, horizon, h * 0.27, colours.cream) +
    hills(horizon - 12, 620, 66, 1, '#6e2413') +
    hills(horizon + 22, 430, 46, 2, '#431409') +
    wires +
    poles.join('') +
    rect(0, h * 0.77, w, h * 0.23, '#1d1512') +
    rect(0, h * 0.77, w, 8, '#3a2a20') +
    dashes.join('')
  )
}

export const road: Scene = (time) =>
  svg(
    width,
    height,
    landscape(time, width, height) +
      group(van(time), `translate(${n(400 + swing(time) * 40)} ${height * 0.855}) scale(1.15)`),
  )
