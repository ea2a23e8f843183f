import { nightCraft, sloop } from './boats.ts';
import { facet } from './curve.ts';
import { grain, lifted } from './depth.ts';
import { headland, range, skyline } from './land.ts';
import { lighthouse } from './lighthouse.ts';
import { coral, ink, lamp, mist, mix, paper, sand } from './paint.ts';
import { repeat, seeded } from './random.ts';
import { halo, haze, rings } from './sky.ts';
import { across, box, disc, down, inside, picture, shape, stroke } from './svg.ts';
import { row } from './town.ts';
import { gleam, ripples, water } from './water.ts';

function view(): string {
  const random = seeded(301);
  const street = {
    walls: ['#41636a', '#54696c', '#365a63', '#6a6d6b'],
    roof: '#2a4a54',
    dark: '#1b3a44',
    lit: 0.6,
    glow: lamp,
  };
  return (
    box(150, 50, 640, 420, down([0, '#2b5c68'], [0.5, '#8f8078'], [0.8, '#eb9a66'], [1, '#f3bd7c'])) +
    rings(330, 330, 150, 3, '#f8c27c', 0.25) +
    disc(330, 340, 44, '#fbdc9c') +
    haze(random, 900, 210, 60, 8, '#f5c9a0', 0.22) +
    range(skyline(random, 130, 820, 346, 74, 1.8), 370, '#6d6b71', '#b98572') +
    headland(
      [
        [520, 360],
        [570, 330],
        [610, 284],
        [660, 262],
        [740, 258],
        [820, 250],
      ],
      372,
      '#3f5a63',
      '#22434e',
      3,
      820,
    ) +
    lighthouse(690, 262, 0.42, { wall: '#e9d3bd', band: coral, dark: '#23424c', light: lamp }) +
    halo(690, 157, 50, lamp, 0.5) +
    row(random, 600, 800, () => 364, 34, street) +
    water(800, 362, 480, '#c98a6c', '#2f5a66') +
    gleam(random, 330, 366, 100, 70, '#ffdca0', 0.7) +
    ripples(random, 800, 366, 470, 30, '#f6c79c', 0.35) +
    sloop(236, 390, 0.34, { ...nightCraft, sail: '#c9a58c' }, true)
  );
}

function laptop(): string {
  const code = repeat(9, (i) =>
    box(
      416 + (i % 3) * 14,
      392 + i * 13,
      [74, 110, 58, 96, 40, 92, 84, 62, 30][i] ?? 60,
      5,
      [lamp, '#8fc4c4', coral, mist][i % 4] ?? paper,
      2.5,
    ),
  );
  return (
    lifted(10, 0, 8, 0.35, box(392, 366, 296, 180, '#0a2028', 10)) +
    box(402, 376, 276, 160, '#0f3641', 4) +
    code +
    box(566, 388, 100, 136, '#f3e9dc', 4) +
    shape('M566 462Q590 446 616 458T666 452V524H566Z', '#2f8791') +
    disc(640, 416, 13, coral) +
    shape(facet([376, 546], [704, 546], [724, 562], [356, 562]), '#c9d6d4') +
    box(356, 560, 368, 7, '#8aa3a5', 3)
  );
}

function lampOnDesk(): string {
  return (
    shape(facet([846, 292], [560, 566], [1010, 566]), down([0, '#ffe0a0', 0.4], [1, '#ffe0a0', 0])) +
    stroke('M938 560L968 420L872 300', '#0a2028', 8) +
    disc(968, 420, 9, coral) +
    box(898, 552, 84, 14, '#0a2028', 7) +
    shape('M880 268Q900 286 890 306L820 340Q806 300 836 276Z', across([0, coral], [1, '#a93c1e'])) +
    disc(852, 322, 30, '#ffedbf', 9, 'transform="rotate(-26 852 322)"')
  );
}

function smallThings(): string {
  const leaves = repeat(
    7,
    (i) =>
      `<g transform="rotate(${-66 + i * 22} 232 500)">${shape('M232 500Q208 446 232 396Q256 446 232 500Z', mix('#2f6f62', '#8db48f', i / 8))}</g>`,
  );
  return (
    leaves +
    shape(facet([196, 496], [268, 496], [258, 566], [206, 566]), across([0, '#e08a63'], [1, '#a94f2d'])) +
    box(286, 540, 88, 13, '#1d5560', 2) +
    box(292, 527, 78, 13, coral, 2) +
    box(284, 553, 92, 13, sand, 2) +
    box(752, 520, 50, 46, across([0, paper], [1, '#b9c9c7']), 6) +
    stroke('M802 530q20 0 18 14t-20 12', '#d3dedb', 6) +
    stroke('M768 508q-8 -12 2 -22t0 -22M784 508q-8 -12 2 -22', '#f3e9dc', 3, 'opacity="0.4"')
  );
}

/** Workshop desk at a window, the harbour outside. */
export function desk(): string {
  const glass = 'M150 50H790V470H150Z';
  const frame =
    box(138, 38, 664, 14, '#e9dcc8') +
    box(138, 38, 14, 440, '#e9dcc8') +
    box(788, 38, 14, 440, '#cfbfa9') +
    box(464, 50, 12, 422, '#e2d4bf') +
    box(150, 196, 640, 9, '#e2d4bf') +
    lifted(6, 0, 5, 0.3, box(120, 466, 700, 18, '#efe3d0', 3));
  const shelf =
    lifted(6, 0, 5, 0.35, box(868, 176, 190, 12, '#a9764a', 2)) +
    [62, 74, 56, 70, 66, 50]
      .map((tall, i) =>
        box(880 + i * 22, 176 - tall, 18, tall, ['#2f8791', sand, coral, '#7fa3a8', lamp, '#1d5560'][i] ?? sand, 2),
      )
      .join('');
  return picture(
    1080,
    720,
    box(0, 0, 1080, 720, across([0, '#123e49'], [1, '#0d2f3a'])),
    lifted(16, 0, 6, 0.4, box(138, 38, 664, 440, ink)),
    inside(glass, view()),
    frame,
    shelf,
    lampOnDesk(),
    box(0, 566, 1080, 154, down([0, '#b98256'], [0.12, '#a06b43'], [1, '#6b4429'])),
    box(0, 566, 1080, 5, '#d9a676'),
    repeat(
      3,
      (i) =>
        box(40 + i * 340, 622, 320, 110, '#8a5a38', 6) +
        box(40 + i * 340, 622, 320, 3, '#b98256', 2) +
        box(165 + i * 340, 660, 70, 9, '#4a2e1c', 5),
    ),
    smallThings(),
    laptop(),
    grain(1080, 720, 0.06),
  );
}
