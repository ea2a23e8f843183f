import { nameOf } from './svg.ts';

/** Parts lying a little above what is behind them, like cut paper: a soft shadow `blur` px wide. */
export function lifted(blur: number, dx: number, dy: number, opacity: number, ...parts: readonly string[]): string {
  const id = nameOf(`lift${blur},${dx},${dy},${opacity}`);
  return (
    `<filter id="${id}" x="-20%" y="-20%" width="140%" height="140%" color-interpolation-filters="sRGB">` +
    `<feDropShadow dx="${dx}" dy="${dy}" stdDeviation="${blur}" flood-color="#04151b" flood-opacity="${opacity}"/></filter>` +
    `<g filter="url(#${id})">${parts.join('')}</g>`
  );
}

/** Subtle paper grain, as much light as dark, over a whole picture. */
export function grain(w: number, h: number, strength = 0.07): string {
  return (
    `<filter id="grain" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB">` +
    `<feTurbulence type="fractalNoise" baseFrequency="0.62" numOctaves="2" seed="11"/>` +
    `<feColorMatrix values="0 0 0 9 -4  0 0 0 9 -4  0 0 0 9 -4  0 0 0 1 0"/>` +
    `<feComponentTransfer><feFuncA type="table" tableValues="1 0.8 0.4 0 0.4 0.8 1"/></feComponentTransfer></filter>` +
    `<rect width="${w}" height="${h}" filter="url(#grain)" opacity="${strength * 1.5}"/>`
  );
}
