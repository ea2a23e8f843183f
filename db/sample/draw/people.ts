import {
  bare,
  beard,
  bob,
  bun,
  crop,
  earrings,
  glasses,
  halo,
  long,
  moustache,
  smile,
  swept,
  watchCap,
} from './crowns.ts';
import { coral, ink, lamp, mist, paper, sand, sea } from './paint.ts';
import { portrait, type Sitter } from './portrait.ts';
import { at, picture } from './svg.ts';

const team: readonly Sitter[] = [
  // Ines Okafor, director.
  {
    skin: '#8a5538',
    hair: '#241713',
    crown: halo('#2c1c17'),
    coat: sea,
    collar: sand,
    wall: '#f0c48c',
    disc: '#f7dcae',
    extras: earrings(coral),
    neckline: 'coat',
  },
  // Jonas Vell, design.
  {
    skin: '#f0c3a0',
    hair: '#b8653a',
    crown: swept('#c06c3c'),
    coat: '#e2ab52',
    collar: '#f0c574',
    wall: '#c8dcd8',
    disc: '#e2ece6',
    extras: beard('#b8653a') + glasses(ink),
    neckline: 'roll',
  },
  // Mei Tanaka-Ross, engineering.
  {
    skin: '#ecc099',
    hair: '#1d2228',
    crown: bob('#20272e'),
    coat: coral,
    collar: '#f08f6c',
    wall: '#f3dcb8',
    disc: '#fbeed6',
    extras: '',
    neckline: 'round',
  },
  // Tomas Brandt, night watch.
  {
    skin: '#dba583',
    hair: '#b9bdb8',
    crown: watchCap('#1c5a66', '#a9aea9'),
    coat: ink,
    collar: coral,
    wall: '#e9a583',
    disc: '#f4c6a4',
    extras: beard('#c3c6c0'),
    neckline: 'coat',
  },
];

const customers: readonly Sitter[] = [
  {
    skin: '#efc6a8',
    hair: '#c9cbc8',
    crown: bun('#d5d7d3'),
    coat: '#7d4a5e',
    collar: sand,
    wall: '#f2cfa4',
    disc: '#f9e4c4',
    extras: glasses('#7a3b2a') + earrings(lamp),
    neckline: 'round',
  },
  {
    skin: '#a86e48',
    hair: '#1e1a1a',
    crown: crop('#221d1d'),
    coat: '#2d6a73',
    collar: paper,
    wall: '#efd6a4',
    disc: '#f8e9c8',
    extras: moustache('#221d1d'),
    neckline: 'shirt',
  },
  {
    skin: '#f3cbb0',
    hair: '#a8452a',
    crown: long('#b24d2e'),
    coat: '#1f4f5a',
    collar: mist,
    wall: '#f2b99a',
    disc: '#f9d8c0',
    extras: '',
    neckline: 'round',
  },
  {
    skin: '#6b422d',
    hair: '#1c1411',
    crown: bare('#6b422d'),
    coat: '#d98a3c',
    collar: '#f0c27a',
    wall: '#cfe0d6',
    disc: '#e4eee4',
    extras: beard('#1f1613') + smile('#e9a08a') + glasses('#e9dcc4'),
    neckline: 'roll',
  },
];

/** Portraits of the four people of the company. */
export const teamPortraits = team.map((sitter) => () => picture(460, 460, at(-25, -18, 1.11, portrait(sitter))));

/** Portraits of four customers. */
export const customerPortraits = customers.map(
  (sitter) => () => picture(268, 268, at(-32, -24, 0.725, portrait(sitter))),
);
