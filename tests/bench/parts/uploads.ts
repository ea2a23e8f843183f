/** `npm run bench:uploads`: memory while pictures are uploaded at once, as a form and as JSON. */

import sharp from 'sharp';
import { imageSlots } from '../../../contract/images.ts';
import { admin, signIn } from '../../fixture/server.ts';
import { residentWithChildren } from '../memory.ts';
import { atMost, type Row, runPart } from '../report.ts';
import { startProduct } from '../servers.ts';

/** Uploads at the same time: the second number must not take much more memory than the first. */
const [few, many] = [25, 100] as const;
/** Pictures are just below the size limit of 1.5 MB. */
const targetBytes = 1_480_000;
/** Memory of the server and of its encoding process together. */
const maxMegabytes = 550;

/** A JPEG of 12 million pixels, as a phone takes it, with a different colour for each number. */
async function photograph(number: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 100 + number, sigma: 9 } as const;
  const image = sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#000', noise } });
  for (let quality = 60; quality > 5; quality -= 10) {
    const bytes = await image.clone().blur(1.2).jpeg({ quality }).toBuffer();
    // Bytes after the end do not disturb decoders and bring each picture to the same size.
    if (bytes.length <= targetBytes) return Buffer.concat([bytes, Buffer.alloc(targetBytes - bytes.length)]);
  }
  throw new Error('the picture is too large');
}

/** Peak of the summed memory while the work runs, in megabytes. */
async function peakDuring(pid: number, work: () => Promise<void>): Promise<number> {
  let peak = 0;
  const sample = () => {
    try {
      peak = Math.max(peak, residentWithChildren(pid));
    } catch {
      // A child has just ended.
    }
  };
  const timer = setInterval(sample, 25);
  await work().finally(() => clearInterval(timer));
  return peak;
}

const pictures = await Promise.all([1, 2, 3, 4].map(photograph));
const pictureOf = (number: number) => pictures[number % pictures.length] ?? Buffer.alloc(0);

async function together(count: number, send: (bytes: Buffer, number: number) => Promise<Response>): Promise<void> {
  const answers = await Promise.all(Array.from({ length: count }, (_, number) => send(pictureOf(number), number)));
  for (const answer of answers) if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
}

async function rowsOf(kind: 'form' | 'JSON'): Promise<Row[]> {
  const { address, pid, stop } = await startProduct();
  try {
    const token = await signIn(address, admin);
    const headers = { authorization: `Bearer ${token}` };
    const asForm = (bytes: Buffer) => {
      const body = new FormData();
      body.append('slot', imageSlots.background.name);
      body.append('image', new Blob([new Uint8Array(bytes)]), 'picture.jpg');
      return fetch(`${address}/api/images`, { method: 'POST', headers, body });
    };
    const asJson = (bytes: Buffer, number: number) =>
      fetch(`${address}/api/savefeaturemaster`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({
          FeatureTitleText: `Picture ${number}`,
          FeatureSubTitleText: 'Uploaded',
          IsActive: 0,
          FeatureBackgroundImageFile: { Name: 'picture.jpg', ImageBase64: bytes.toString('base64') },
        }),
      });
    const send = kind === 'form' ? asForm : asJson;
    const peakOfFew = await peakDuring(pid, () => together(few, send));
    const began = performance.now();
    const peak = await peakDuring(pid, () => together(many, send));
    const seconds = (performance.now() - began) / 1000;
    return [
      { what: `${many} uploads as ${kind}: peak memory`, figure: peak, unit: 'MB', target: atMost(maxMegabytes) },
      {
        what: `${many} uploads as ${kind}: growth of the peak; floor: ${few} uploads`,
        figure: peak,
        floor: peakOfFew,
        unit: 'MB',
        ratio: peak / peakOfFew,
        target: atMost(1.25, 'ratio'),
      },
      { what: `${many} uploads as ${kind}`, figure: seconds, unit: 's' },
    ];
  } finally {
    await stop();
  }
}

await runPart(async () => [...(await rowsOf('form')), ...(await rowsOf('JSON'))]);
