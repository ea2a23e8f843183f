import { admin, signIn } from '../fixture/server.ts';
import { forgetPeak, peakMegabytes } from './memory.ts';
import { atMost, formatNumber, type Row } from './report.ts';
import { startProduct } from './servers.ts';

/** Measures speed and memory of a running product that exports its log: the complete log and a fifth of it. */
export async function exportRows(dataDir: string, entries: number): Promise<Row[]> {
  const product = await startProduct({ variables: { DATA_DIR: dataDir, SAMPLE_CONTENT: 'off' } });
  const token = await signIn(product.address, admin);
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
      { what: `SMS log: CSV export of ${formatNumber(entries)}, entries`, figure: entries / whole.seconds, unit: '/s' },
      {
        what: `SMS log: peak memory of that export, floor: export of ${formatNumber(part.lines - 1)}`,
        figure: whole.peak,
        floor: part.peak,
        unit: 'MB',
        ratio: whole.peak / part.peak,
        target: atMost(1.25, 'ratio'),
      },
    ];
  } finally {
    await product.stop();
  }
}
