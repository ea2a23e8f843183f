import { join } from 'node:path';
import sharp from 'sharp';
import { imageSlots } from '../../contract/images.ts';
import { trpcClient } from '../fixture/trpc.ts';
import { type Served, startProcess } from './servers.ts';
import { account } from './telephony-data.ts';

/** Entries of the provider's message log. */
const logEntries = 20_000;

/** Starts a provider with a message log to sync. */
export const startProvider = (): Promise<Served> =>
  startProcess([join(import.meta.dirname, 'twilio-process.ts')], () => ({ ENTRIES: String(logEntries) }));

/** Uploads pictures, exports the message log and syncs it, every few seconds until the returned function is called. */
export async function startOperations(address: string, token: string): Promise<() => Promise<void>> {
  const client = trpcClient(address, token);
  const { accountSid, authToken, number } = account;
  const numbers = { twilioPhoneNumber: number, phoneNumber: '+15007770099' };
  const { id } = await client.telephony.clients.save.mutate({
    values: { accountSid, authToken, ...numbers, projectName: 'Harbour', isActive: true, isDefault: true },
  });
  const headers = { authorization: `Bearer ${token}` };
  async function upload(turn: number): Promise<void> {
    const body = new FormData();
    body.append('slot', imageSlots.background.name);
    body.append('image', new Blob([new Uint8Array(await photograph(turn))]), 'picture.jpg');
    await requireSuccess(fetch(`${address}/api/images`, { method: 'POST', headers, body }));
  }
  const exportLog = () => requireSuccess(fetch(`${address}/api/twilio/log.csv`, { headers }));
  const sync = () => client.telephony.clients.sync.mutate({ id });

  let stop = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  let isStopped = false;
  async function repeat(seconds: number, work: (turn: number) => Promise<unknown>): Promise<void> {
    for (let turn = 0; !isStopped; turn += 1) {
      await work(turn);
      await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, seconds * 1000))]);
    }
  }
  const ended = Promise.all([repeat(4, upload), repeat(5, exportLog), repeat(20, sync)]);
  return async () => {
    isStopped = true;
    stop();
    await ended;
  };
}

async function requireSuccess(answering: Promise<Response>): Promise<void> {
  const answer = await answering;
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
}

/** A JPEG of 4 million pixels, with a different colour for each number. */
function photograph(number: number): Promise<Buffer> {
  const background = { r: number % 256, g: 90, b: 60 };
  return sharp({ create: { width: 2400, height: 1600, channels: 3, background } })
    .jpeg()
    .toBuffer();
}
