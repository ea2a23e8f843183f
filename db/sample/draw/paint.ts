/** The house colours of Tidewright. */
export const ink = '#0d2a33';
export const night = '#081c24';
export const sea = '#14535f';
export const mist = '#cfe3e1';
export const sand = '#f3e9dc';
export const coral = '#e4572e';
export const lamp = '#f5b942';
export const paper = '#fbf8f3';

function channel(hex: string, at: number): number {
  return Number.parseInt(hex.slice(at, at + 2), 16);
}

/** Colour a share `t` (0 to 1) of the way from `a` to `b`, both #rrggbb. */
export function mix(a: string, b: string, t: number): string {
  const part = (at: number): string =>
    Math.round(channel(a, at) + (channel(b, at) - channel(a, at)) * t)
      .toString(16)
      .padStart(2, '0');
  return `#${part(1)}${part(3)}${part(5)}`;
}
