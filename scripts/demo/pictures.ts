import { join } from 'node:path'
import sharp from 'sharp'
import { circle, colours, group, line, path, rect, stripes, svg } from './drawing'
import { landscape, lights, promo, record, road, strings, van } from './scenes'

const skin = { warm: '#d99a6c', deep: '#8a5636', light: '#ecb98f' }

/** Rays behind a head, in two tones. */
const rays = (light: string, dark: string) =>
  rect(0, 0, 800, 1000, dark) +
  Array.from({ length: 18 }, (_, index) =>
    group(path('M0 0-95-1100H95z', light), `translate(400 470) rotate(${index * 20})`),
  ).join('')

const microphone =
  line('M640 1000 560 640', colours.night, 16) +
  group(
    rect(-24, -6, 48, 110, colours.night, 18) +
      circle(0, -24, 44, '#4a413b') +
      line('M-40-30h80M-36-8h72M-30-50h60', '#8f8578', 4) +
      rect(-40, 8, 80, 14, colours.gold, 6),
    'translate(548 622) rotate(-24)',
  )

const singer = svg(
  800,
  1000,
  rays(colours.amber, colours.hot) +
    // hair behind
    path(
      'M230 360q-10-220 170-226t172 226q6 150 66 330-70 44-120 20H276q-60 20-116-24 64-170 70-326z',
      '#3a1d10',
    ) +
    // body
    path('M120 1000q8-220 190-262l90-20 92 20q190 40 196 262z', colours.deepTeal) +
    path('M330 735l70 110 74-110-36-20h-74z', skin.warm) +
    line('M318 742 400 866l84-124', colours.gold, 14) +
    rect(348, 600, 106, 150, skin.warm, 40) +
    path('M348 660q52 50 106 0v50q-54 40-106 0z', '#b97b50') +
    // face
    path('M268 400q0-180 132-180t134 180q0 220-134 270-132-50-132-270z', skin.warm) +
    path('M262 392q0-190 140-196t140 196q-30-60-64-92-70 44-150 40-44 10-66 52z', '#3a1d10') +
    // closed eyes, mouth open in song
    line('M312 428q28 22 56 0M434 428q28 22 56 0', '#3a1d10', 10) +
    line('M304 388q34-24 66-8M432 380q34-16 66 8', '#3a1d10', 12) +
    line('M400 430q-20 66-22 84t30 14', '#b97b50', 9) +
    path('M352 566q48-26 98 0-2 74-50 74t-48-74z', '#5a1408') +
    path('M362 570q38-18 78 0-2 14-38 14t-40-14z', '#fff3dc') +
    // guitar over the shoulder
    line('M150 760 330 1000', colours.night, 30) +
    group(
      path('M-180 70q-90-10-96 90t90 120 140-30 120-40 60-120-90-60-120 40-104 0z', colours.brick) +
        circle(-40, 150, 56, colours.night) +
        rect(-60, 130, 560, 34, '#40260f', 4),
      'translate(300 880) rotate(-20)',
    ) +
    microphone,
)

const bassist = svg(
  800,
  1000,
  rays(colours.gold, '#e39a2e') +
    path('M90 1000q10-230 200-270l110-22 112 22q196 40 204 270z', '#241710') +
    path('M318 728l82 150 86-150-40-18h-90z', colours.paper) +
    line('M400 790v210', '#c9b296', 6) +
    path('M268 742l70-34 62 170-30 122H236zM534 742l-70-34-64 170 30 122h136z', '#3a271b') +
    rect(344, 600, 114, 140, skin.deep, 44) +
    path('M344 656q56 54 114 0v48q-56 44-114 0z', '#6b4028') +
    path('M262 390q0-160 138-160t140 160q0 240-140 290-138-50-138-290z', skin.deep) +
    // hair at the sides, hat
    path('M256 360q-26 90 8 150l16-120zM546 360q26 90-8 150l-16-120z', '#17100c') +
    path('M150 338q250-96 500 0 20 36-36 40-214-60-428 0-56-4-36-40z', colours.night) +
    path('M246 330q-4-190 60-196 44 16 94 16t94-16q66 6 62 196-156-56-310 0z', colours.night) +
    path('M244 300q156-56 314 0v36q-158-58-314 0z', colours.hot) +
    line('M306 440h64M432 440h64', '#17100c', 11) +
    line('M298 404q38-22 76-4M430 400q38-18 76 4', '#17100c', 13) +
    line('M402 440q-18 62-22 78t34 14', '#6b4028', 10) +
    // moustache
    path(
      'M400 556q44-34 92-4 34 24 62 10-34 62-98 44-34-10-56-30-22 20-56 30-64 18-98-44 28 14 62-10 48-30 92 4z',
      '#17100c',
    ) +
    line('M366 618q36 18 70 0', '#4a2818', 9) +
    group(
      rect(-60, -26, 900, 44, '#40260f', 6) +
        [-16, -4, 8].map((y) => line(`M-60 ${y}H840`, '#c9b296', 3)).join('') +
        [120, 260, 390, 510, 620].map((x) => rect(x, -26, 6, 44, '#c9b296')).join('') +
        path(
          'M-340-70q-70 60-40 150t140 80 130-90 100-60V-60Q-90-60-140-90t-200 20z',
          colours.deepTeal,
        ) +
        rect(-190, -60, 46, 130, colours.night, 10),
      'translate(330 930) rotate(-24)',
    ),
)

const curls = [
  [250, 330, 74],
  [236, 420, 66],
  [246, 510, 54],
  [286, 250, 80],
  [352, 196, 84],
  [436, 190, 86],
  [510, 240, 82],
  [552, 326, 76],
  [566, 420, 66],
  [556, 508, 54],
  [400, 232, 90],
  [320, 300, 60],
  [482, 300, 60],
] as const

const drummer = svg(
  800,
  1000,
  rays('#6cc9c0', colours.deepTeal) +
    curls.map(([x, y, r]) => circle(x, y, r, '#6e2413')).join('') +
    path('M110 1000q6-230 190-266l100-24 102 24q186 36 192 266z', colours.brick) +
    stripes
      .map((colour, index) =>
        path(`M${118 + index * 4} ${880 + index * 30}q280-60 568 0v30q-288-60-572 0z`, colour),
      )
      .join('') +
    path('M306 734q94 90 190 0l-30-20H336z', skin.light) +
    rect(346, 600, 108, 144, skin.light, 42) +
    path('M346 656q54 50 108 0v46q-54 42-108 0z', '#c98f66') +
    path('M272 400q0-170 128-170t130 170q0 220-130 272-128-52-128-272z', skin.light) +
    [
      [286, 300, 46],
      [344, 268, 50],
      [404, 258, 48],
      [466, 272, 50],
      [518, 306, 44],
    ]
      .map(([x = 0, y = 0, r = 0]) => circle(x, y, r, '#8a3218'))
      .join('') +
    // round glasses
    circle(338, 430, 54, '#24171033') +
    circle(464, 430, 54, '#24171033') +
    `<g fill="none" stroke="#241710" stroke-width="10"><circle cx="338" cy="430" r="54"/><circle cx="464" cy="430" r="54"/><path d="M392 424q10-8 20 0M284 420l-18-10M518 420l18-10"/></g>` +
    circle(342, 432, 11, '#241710') +
    circle(460, 432, 11, '#241710') +
    line('M400 446q-14 56-18 68t32 12', '#c98f66', 9) +
    path('M326 566q76 40 150 0-14 74-75 74t-75-74z', '#5a1408') +
    path('M334 572q68 30 134 0l-6 20q-60 22-122 0z', '#fff3dc') +
    // crossed sticks
    group(
      rect(-14, -560, 28, 640, colours.gold, 14) + circle(0, -560, 22, colours.gold),
      'translate(250 950) rotate(38)',
    ) +
    group(
      rect(-14, -560, 28, 640, colours.paper, 14) + circle(0, -560, 22, colours.paper),
      'translate(560 950) rotate(-38)',
    ) +
    circle(262, 930, 56, skin.light) +
    circle(548, 930, 56, skin.light),
)

const cover = svg(
  1200,
  900,
  landscape(0.3, 1200, 900) + group(van(0.3), 'translate(300 786) scale(1.45)'),
)

const still = (drawing: string, width: number) => sharp(Buffer.from(drawing)).resize({ width })

/** Draws the originals of all pictures. `makeSizes` encodes them. */
export async function makePictures(folder: string): Promise<void> {
  const pictures = {
    'lead-vocals-and-guitar': still(singer, 800),
    bass: still(bassist, 800),
    drums: still(drummer, 800),
    cover: still(cover, 1200),
    'promo-poster': still(promo(0), 960),
    'video-lights': still(lights(0.15), 1280),
    'video-strings': still(strings(0.02), 1280),
    'video-record': still(record(0), 1280),
    'video-road': still(road(0.1), 1280),
  }
  for (const [name, picture] of Object.entries(pictures))
    await picture.jpeg({ quality: 90, mozjpeg: true }).toFile(join(folder, `${name}.jpg`))
}
