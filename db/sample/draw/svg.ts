/** A colour at a share of a gradient's length, with an opacity (1 unless told). */
export type Stop = readonly [at: number, colour: string, opacity?: number];

/** A gradient; `span` holds x1,y1,x2,y2 (linear) or cx,cy,r (radial), in shares of the shape or in px. */
export interface Gradient {
  kind: 'linear' | 'radial';
  span: readonly number[];
  px: boolean;
  stops: readonly Stop[];
}

/** What a shape may be filled with. */
export type Paint = string | Gradient;

/** Number as it is written into SVG. */
export function n(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** Top-to-bottom gradient. */
export function down(...stops: readonly Stop[]): Gradient {
  return { kind: 'linear', span: [0, 0, 0, 1], px: false, stops };
}

/** Left-to-right gradient. */
export function across(...stops: readonly Stop[]): Gradient {
  return { kind: 'linear', span: [0, 0, 1, 0], px: false, stops };
}

/** Gradient between two points given in px. */
export function along(span: readonly [number, number, number, number], ...stops: readonly Stop[]): Gradient {
  return { kind: 'linear', span, px: true, stops };
}

/** Gradient from the middle of the shape outwards. */
export function outward(...stops: readonly Stop[]): Gradient {
  return { kind: 'radial', span: [0.5, 0.5, 0.5], px: false, stops };
}

/** Short name made from a text, the same for the same text. */
export function nameOf(text: string): string {
  let hash = 2166136261;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
  return `i${(hash >>> 0).toString(36)}`;
}

function filled(paint: Paint): { def: string; fill: string } {
  if (typeof paint === 'string') return { def: '', fill: paint };
  const id = nameOf(JSON.stringify(paint));
  const keys = paint.kind === 'linear' ? ['x1', 'y1', 'x2', 'y2'] : ['cx', 'cy', 'r'];
  const span = keys.map((key, i) => `${key}="${n(paint.span[i] ?? 0)}"`).join(' ');
  const units = paint.px ? ' gradientUnits="userSpaceOnUse"' : '';
  const stops = paint.stops
    .map(([at, colour, opacity]) => `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity ?? 1}"/>`)
    .join('');
  const tag = `${paint.kind}Gradient`;
  return { def: `<${tag} id="${id}" ${span}${units}>${stops}</${tag}>`, fill: `url(#${id})` };
}

/** Filled outline. */
export function shape(d: string, paint: Paint, more = ''): string {
  const { def, fill } = filled(paint);
  return `${def}<path d="${d}" fill="${fill}" ${more}/>`;
}

/** Filled rectangle, with rounded corners if `round` is given. */
export function box(x: number, y: number, w: number, h: number, paint: Paint, round = 0, more = ''): string {
  const { def, fill } = filled(paint);
  return `${def}<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" rx="${n(round)}" fill="${fill}" ${more}/>`;
}

/** Filled circle, or ellipse if `ry` is given. */
export function disc(x: number, y: number, r: number, paint: Paint, ry = r, more = ''): string {
  const { def, fill } = filled(paint);
  return `${def}<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(r)}" ry="${n(ry)}" fill="${fill}" ${more}/>`;
}

/** Stroke along an outline, with round ends. */
export function stroke(d: string, colour: string, width: number, more = ''): string {
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
}

/** Parts moved, and scaled about their own origin. */
export function at(x: number, y: number, scale: number, ...parts: readonly string[]): string {
  return `<g transform="translate(${n(x)} ${n(y)}) scale(${n(scale)})">${parts.join('')}</g>`;
}

/** Parts turned by `angle` degrees about a point. */
export function turned(angle: number, x: number, y: number, ...parts: readonly string[]): string {
  return `<g transform="rotate(${n(angle)} ${n(x)} ${n(y)})">${parts.join('')}</g>`;
}

/** Parts at an opacity. */
export function faint(opacity: number, ...parts: readonly string[]): string {
  return `<g opacity="${n(opacity)}">${parts.join('')}</g>`;
}

/** Parts shown only inside an outline. */
export function inside(d: string, ...parts: readonly string[]): string {
  const id = nameOf(`clip${d}`);
  return `<clipPath id="${id}"><path d="${d}"/></clipPath><g clip-path="url(#${id})">${parts.join('')}</g>`;
}

/** A whole picture. */
export function picture(w: number, h: number, ...parts: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">${parts.join('')}</svg>`;
}
