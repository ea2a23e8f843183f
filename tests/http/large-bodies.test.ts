import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { noisy, padded } from '../images/pictures.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ SAMPLE_CONTENT: 'off' });
});
afterAll(() => server.stop());

const headers = () => ({ authorization: `Bearer ${server.adminToken}`, 'content-type': 'application/json' });
const path = '/api/savefeaturemaster';

async function body(): Promise<string> {
  const picture = padded(await noisy(300, 200), 600_000);
  return JSON.stringify({
    FeatureTitleText: 'Berths',
    FeatureSubTitleText: 'By the day',
    IsActive: 1,
    FeatureBackgroundImageFile: { Name: 'a.jpg', ImageBase64: Buffer.from(picture).toString('base64') },
  });
}

/** Sends the beginning of a large body and no more. */
async function stall(): Promise<ClientRequest> {
  const sent = request(server.address + path, { method: 'POST', headers: { ...headers(), 'content-length': 800_000 } });
  sent.on('error', () => {});
  await new Promise<void>((resolve) => sent.write(Buffer.alloc(400_000, ' '), () => resolve()));
  return sent;
}

test('large bodies of senders that stall or leave delay no other save, and leave no file', async () => {
  const stalled = await Promise.all(Array.from({ length: 6 }, stall));
  const [left, kept] = [stalled.slice(0, 3), stalled.slice(3)];
  for (const each of left) each.destroy();
  const text = await body();
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => fetch(server.address + path, { method: 'POST', headers: headers(), body: text })),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const files = await readdir(server.store.dataDir);
  expect(files.filter((name) => name.startsWith('upload-'))).toEqual([]);
  for (const each of kept) each.destroy();
});

test('a client that leaves before the response frees its turn', async () => {
  const text = await body();
  for (let turn = 0; turn < 3; turn += 1) {
    const cancel = new AbortController();
    const sent = fetch(server.address + path, {
      method: 'POST',
      headers: headers(),
      body: text,
      signal: cancel.signal,
    });
    setTimeout(() => cancel.abort(), 20);
    await sent.catch(() => {});
  }
  const answer = await fetch(server.address + path, { method: 'POST', headers: headers(), body: text });
  expect(answer.status).toBe(200);
});

test('a chunked body above the limit of its path is refused', async () => {
  const sent = request(server.address + path, { method: 'POST', headers: headers() });
  const answered = once(sent, 'response');
  sent.on('error', () => {});
  for (let megabytes = 0; megabytes < 13; megabytes += 1) sent.write(Buffer.alloc(1_000_000, ' '));
  const [answer] = await answered;
  expect(answer.statusCode).toBe(413);
  sent.destroy();
});
