import { forgetPeak, peakMegabytes } from './memory.ts';
import type { Row } from './report.ts';
import { startProcess } from './servers.ts';

const password = 'correct horse';

/** Measures speed and memory of a running product that exports its log: the complete log and a fifth of it. */
export async function exportRows(dataDir: string, entries: number): Promise<Row[]> {
  const product = await startProcess(['--max-semi-space-size=8', 'server/main.ts'], (address) => ({
    PUBLIC_URL: address,
    DATA_DIR: dataDir,
    SAMPLE_CONTENT: 'off',
    ADMIN_PASSWORD: password,
    LOG_LEVEL: 'warn',
    // The scheduled sync finds no server there.
    TWILIO_API_BASE: 'http://127.0.0.1:9',
  }));
  const token = await signIn(product.address);
  const download = async (filter: string): Promise<{ lines: number; seconds: number; peak: number }> => {
    forgetPeak(product.pid);
    const began = performance.now();
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${product.address}/api/twilio/log.csv${filter}`, { headers });
    if (!answer.ok || !answer.body) throw new Error(`The export answered ${answer.status}`);
    let lines = 0;
    for await (const chunk of answer.body) for (const byte of chunk) if (byte === 0x0a) lines += 1;
    return { lines, seconds: (performance.now() - began) / 1000, peak: peakMegabytes(product.pid) };
  };
  try {
    // Receivers +15000000000 to +15000000999: one entry of five.
    const part = await download('?toNumber=%2B15000000');
    const whole = await download('');
    if (whole.lines !== entries + 1) throw new Error(`${whole.lines} lines were exported`);
    if (part.lines !== entries / 5 + 1) throw new Error(`${part.lines} lines were exported of a part`);
    return [
      { name: `Export of ${entries}: entries a second`, target: 'shown only', figure: entries / whole.seconds },
      { name: `Export of ${entries}: memory at most, MB`, target: 'shown only', figure: whole.peak },
      {
        name: `Memory: export of ${entries} to ${part.lines - 1}`,
        target: 'below 1.25',
        figure: whole.peak / part.peak,
        most: 1.25,
      },
    ];
  } finally {
    await product.stop();
  }
}

async function signIn(address: string): Promise<string> {
  const body = new URLSearchParams({ grant_type: 'password', username: 'admin', password });
  const answer: unknown = await (await fetch(`${address}/token`, { method: 'POST', body })).json();
  if (typeof answer !== 'object' || answer === null || !('access_token' in answer)) throw new Error('not signed in');
  return String(answer.access_token);
}
