import { grain, lifted } from './depth.ts';
import { range, skyline } from './land.ts';
import { ink, mist, mix } from './paint.ts';
import { repeat, seeded } from './random.ts';
import { sky } from './sky.ts';
import { faint, picture, shape, stroke, turned } from './svg.ts';

/** Lines of signal flags over a pale harbour. */
export function clients(): string {
  const random = seeded(58);
  const tones = ['#e9c9bd', '#f3ddb0', '#c3dad8', '#d9e4df', '#aecbcb'];
  const flags = repeat(3, (lineAt) => {
    const top = [44, 150, 262][lineAt] ?? 80;
    const drop = [150, 170, 190][lineAt] ?? 200;
    const level = (x: number): number => top + drop * 4 * (x / 1920) * (1 - x / 1920) * 0.6 + (lineAt - 1) * x * 0.03;
    return repeat(18, (i) => {
      const x = -30 + i * 110 + lineAt * 34;
      const y = level(x);
      const w = 46;
      const tone = tones[(i + lineAt * 2) % tones.length] ?? mist;
      const body =
        i % 3 === 0
          ? `M${x} ${y}h${w}v54l${-w / 2} -16l${-w / 2} 16z`
          : i % 3 === 1
            ? `M${x} ${y}h${w}l${-w / 2} 62z`
            : `M${x} ${y}h${w}v48h${-w}z`;
      return (
        stroke(`M${x - 64} ${level(x - 64)}L${x} ${y}L${x + w} ${level(x + w)}`, mix(ink, mist, 0.8), 2) +
        turned((Math.atan2(level(x + w) - y, w) * 180) / Math.PI, x, y, lifted(5, 0, 4, 0.08, shape(body, tone)))
      );
    });
  });
  const hills =
    range(skyline(random, -40, 1960, 960, 120, 2.4), 1100, '#e2ece8', '#eef3ef') +
    range(skyline(random, -40, 1960, 1030, 100, 3), 1100, '#d3e3e0', '#e2ece8');
  return picture(
    1920,
    1080,
    sky(1920, 1080, [0, '#f6f5ef'], [1, '#fbf8f3']),
    hills,
    faint(0.75, flags),
    grain(1920, 1080, 0.05),
  );
}
