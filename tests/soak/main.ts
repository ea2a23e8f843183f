// Entry of `npm run soak -- [minutes] [--cluster]`: causes faults under load and counts lost, doubled and stale results.
import { atLeast, atMost, isMet, type Row, table } from '../bench/report.ts';
import { type Installation, startCluster, startEmbedded } from './installation.ts';
import { type Ledger, type Load, startLoad } from './load.ts';

const parameters = process.argv.slice(2);
const isCluster = parameters.includes('--cluster');
const minutes = Number(parameters.find((text) => !text.startsWith('--')) ?? 10);
if (!(minutes > 0)) throw new TypeError('usage: npm run soak -- [minutes] [--cluster]');

/** Pause between two faults, in ms. */
const pause = () => 8000 + Math.random() * 12_000;
/** Time for delayed retries after the load: an unknown outcome at Twilio is settled after two minutes. */
const maxSettleMs = 6 * 60_000;
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const say = (text: string) => process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);

/** Causes faults in random order until the end. Returns how often each occurred. */
async function causeFaults({ faults }: Installation, end: number): Promise<Map<string, number>> {
  const counts = new Map(faults.map(({ name }) => [name, 0]));
  while (Date.now() < end) {
    await wait(Math.min(pause(), Math.max(0, end - Date.now())));
    // The rarest fault first, so that a short soak has each kind.
    const fewest = Math.min(...counts.values());
    const next = faults.filter(({ name }) => counts.get(name) === fewest);
    const fault = next[Math.floor(Math.random() * next.length)];
    if (!fault || Date.now() >= end) break;
    say(fault.name);
    await fault.cause();
    counts.set(fault.name, (counts.get(fault.name) ?? 0) + 1);
  }
  return counts;
}

/** True when nothing waits to be sent. */
async function isSettled({ query }: Installation): Promise<boolean> {
  const unsent = await query(
    "select 1 as one from telephony_messages where delivery in ('waiting', 'handing-over') limit 1",
  );
  const unmailed = await query('select 1 as one from inbox_messages where mailed_at is null limit 1');
  return unsent.length + unmailed.length === 0;
}

/** Lost: acknowledged and not there. Doubled: there more than once. */
function compare(name: string, { attempted, acknowledged }: Ledger, found: readonly string[]): Row[] {
  const counts = new Map<string, number>();
  for (const item of found) if (attempted.has(item)) counts.set(item, (counts.get(item) ?? 0) + 1);
  const lost = [...acknowledged].filter((item) => !counts.has(item));
  const doubled = [...counts.values()].filter((count) => count > 1);
  return [
    { what: `${name} acknowledged`, figure: acknowledged.size, target: atLeast(1) },
    { what: `${name} lost`, figure: lost.length, target: atMost(0) },
    { what: `${name} doubled`, figure: doubled.length, target: atMost(0) },
  ];
}

/** Jobs that need a person; NaN, which misses the target, if the metric cannot be read. */
async function countParked(address: string): Promise<number> {
  const metrics = await (await fetch(`${address}/metrics`)).text();
  return Number(/^vitrine_queue_jobs\{state="parked"\} (\d+)$/m.exec(metrics)?.[1]);
}

async function results({ query, twilio, smtp, addresses }: Installation, load: Load): Promise<Row[]> {
  const texts = async (statement: string) => (await query(statement)).map(({ text }) => String(text));
  // A process that dies between the mail server's acceptance and its record repeats a mail with the same Message-ID.
  const mails = new Map(smtp.mails.map(({ headers }) => [headers['message-id'] ?? '', headers.subject ?? '']));
  const mailed = [...mails.values()].map((subject) => subject.replace('New message from ', ''));
  const stored = await query('select code, hits from health_monitors');
  const pings = { acknowledged: 0, lost: 0, doubled: 0 };
  for (const { code, hits } of stored) {
    const sent = load.pings.get(String(code));
    if (!sent) continue;
    pings.acknowledged += sent.acknowledged;
    pings.lost += Math.max(0, sent.acknowledged - Number(hits));
    pings.doubled += Math.max(0, Number(hits) - sent.attempted);
  }
  const offline = await query("select 1 as one from health_flips where status = 'offline'");
  return [
    ...compare('saves', load.saves, await texts('select title as text from feature_headings')),
    ...compare(
      'text messages',
      load.messages,
      twilio.messages.map(({ body }) => body ?? ''),
    ),
    ...compare('mails', load.mails, mailed),
    {
      what: 'mails repeated with the same Message-ID',
      figure: smtp.mails.length - mails.size,
    },
    { what: 'pings acknowledged', figure: pings.acknowledged, target: atLeast(1) },
    { what: 'pings lost', figure: pings.lost, target: atMost(0) },
    { what: 'pings doubled', figure: pings.doubled, target: atMost(0) },
    { what: 'pages read after a save', figure: load.pages.read, target: atLeast(1) },
    { what: 'pages stale after a second', figure: load.pages.stale, target: atMost(0) },
    { what: 'false alarms', figure: offline.length, target: atMost(0) },
    { what: 'parked jobs', figure: await countParked(addresses()[0] ?? ''), target: atMost(0) },
  ];
}

// An interrupted soak leaves no process behind: children end with this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

say(`${isCluster ? 'two web processes, two workers, PostgreSQL, Redis' : 'one process, SQLite'}, ${minutes} minutes`);
const installation = await (isCluster ? startCluster() : startEmbedded());
try {
  const load = await startLoad(installation);
  const counts = await causeFaults(installation, Date.now() + minutes * 60_000);
  await load.stop();
  say('the load has ended; waiting for delayed work');
  const givenUp = Date.now() + maxSettleMs;
  while (!(await isSettled(installation)) && Date.now() < givenUp) await wait(1000);
  // A second copy would follow soon.
  await wait(5000);
  const rows = await results(installation, load);
  const faults = [...counts].map(([name, figure]): Row => ({ what: name, figure }));
  process.stdout.write(`\n${table([...faults, ...rows])}\n`);
  if (!rows.every(isMet)) process.exitCode = 1;
} finally {
  await installation.stop();
}
