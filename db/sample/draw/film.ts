import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { farShore, harbourLamp, moored, nearShore } from './harbour.ts';
import { beam } from './light.ts';
import { lamp } from './paint.ts';
import { repeat, seeded } from './random.ts';
import { halo } from './sky.ts';
import { at, faint, picture } from './svg.ts';
import { ripples, waves } from './water.ts';

const [w, h, rate, seconds] = [960, 540, 24, 8];
const frames = rate * seconds;

async function drawn(...parts: readonly string[]): Promise<Buffer> {
  return sharp(Buffer.from(picture(w, h, at(0, 0, 0.5, ...parts))))
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** The turning beam at a share (0 to 1) of the loop: two arms, seen from the side. */
function turningBeam(share: number): string {
  const [x, y] = harbourLamp;
  const arm = (turn: number): string => {
    const side = Math.cos(turn);
    const reach = Math.abs(side);
    return beam(
      x,
      y,
      side > 0 ? 5 : 185,
      10 + 22 * (1 - reach) ** 2,
      220 + 1350 * reach,
      '#ffe3a0',
      0.08 + 0.2 * reach ** 0.7,
    );
  };
  const turn = share * Math.PI * 2;
  return (
    arm(turn) +
    arm(turn + Math.PI) +
    halo(x, y, 150 + 120 * Math.sin(turn) ** 8, lamp, 0.25 + 0.35 * Math.sin(turn) ** 8)
  );
}

function surface(share: number): string {
  const wink = (k: number): number => 0.5 + 0.5 * Math.sin(share * Math.PI * 4 + (k * Math.PI * 2) / 3);
  const glints = repeat(3, (k) => faint(wink(k), ripples(seeded(600 + k), 1920, 712, 1000, 46, '#7dbcbd', 0.3)));
  return (
    glints +
    waves(seeded(4), {
      w: 1920,
      top: 930,
      bottom: 1060,
      count: 4,
      height: 28,
      length: 480,
      back: '#10404b',
      front: '#071a21',
      peak: 0.35,
      rim: '#2d7680',
      turn: share,
    })
  );
}

/** Renders the loop of the harbour at night and has ffmpeg write it as a silent H.264 film. */
export async function film(): Promise<void> {
  const folder = fileURLToPath(new URL('../../../web/public/sample/', import.meta.url));
  await mkdir(folder, { recursive: true });
  const [far, near] = [await drawn(farShore()), await drawn(nearShore())];
  const encoder = spawn(
    'ffmpeg',
    [
      '-y',
      '-loglevel',
      'error',
      '-f',
      'rawvideo',
      '-pix_fmt',
      'rgb24',
      '-s',
      `${w}x${h}`,
      '-r',
      String(rate),
      '-i',
      '-',
      '-an',
      '-c:v',
      'libx264',
      '-preset',
      'veryslow',
      '-crf',
      '21',
      '-pix_fmt',
      'yuv420p',
      '-movflags',
      '+faststart',
      `${folder}harbour.mp4`,
    ],
    { stdio: ['pipe', 'inherit', 'inherit'] },
  );
  for (let frame = 0; frame < frames; frame += 1) {
    const share = frame / frames;
    const bob = at(0, 3.4 * Math.sin(share * Math.PI * 4), 1, moored());
    const image = sharp(far).composite([
      { input: await drawn(turningBeam(share)) },
      { input: near },
      { input: await drawn(bob, surface(share)) },
    ]);
    const pixels = await image.removeAlpha().raw().toBuffer();
    if (!encoder.stdin.write(pixels)) await once(encoder.stdin, 'drain');
  }
  encoder.stdin.end();
  const [code] = await once(encoder, 'close');
  if (code !== 0) throw new Error(`ffmpeg ended with ${String(code)}`);
}

/** Still picture shown before the film plays. */
export function poster(): string {
  return picture(1280, 720, at(0, 0, 1280 / 1920, farShore(), turningBeam(0.06), nearShore(), moored(), surface(0.06)));
}
