import { signIn } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';
import { adminPassword, type Installation } from './installation.ts';

/** Items that the product may and must have done: every acknowledged one once, every attempted one at most once. */
export interface Ledger {
  attempted: Set<string>;
  acknowledged: Set<string>;
}

/** The load and the account of its results. */
export interface Load {
  saves: Ledger;
  messages: Ledger;
  mails: Ledger;
  /** Pings by health code. */
  pings: Map<string, { attempted: number; acknowledged: number }>;
  /** Counts of pages read after an acknowledged save, and of pages without the save after a second. */
  pages: { read: number; stale: number };
  /** Ends all loops after their current request. */
  stop(): Promise<void>;
}

const servers = 20;
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const ledger = (): Ledger => ({ attempted: new Set(), acknowledged: new Set() });

/** Starts visitors, editors and servers on the installation. */
export async function startLoad(installation: Installation): Promise<Load> {
  let turn = 0;
  const address = () => {
    turn += 1;
    const running = installation.addresses();
    return running[turn % running.length] ?? '';
  };
  const token = await firstSignIn(address());
  const { contactId, codes, heroId } = await prepare(installation, address(), token);
  const load = {
    saves: ledger(),
    messages: ledger(),
    mails: ledger(),
    pings: new Map(codes.map((code) => [code, { attempted: 0, acknowledged: 0 }])),
    pages: { read: 0, stale: 0 },
  };
  let isStopped = false;

  /** Repeats work until the stop. A request that fails during a fault is not acknowledged, and is not repeated. */
  async function repeat(pauseMs: number, work: (number: number) => Promise<unknown>): Promise<void> {
    for (let number = 1; !isStopped; number += 1) {
      await work(number).catch(() => {});
      await wait(pauseMs);
    }
  }

  /** Sends one item and notes whether it was acknowledged. */
  async function attempt({ attempted, acknowledged }: Ledger, item: string, send: () => Promise<unknown>) {
    attempted.add(item);
    await send();
    acknowledged.add(item);
  }

  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const post = async (to: string, path: string, body: object, more: Record<string, string> = {}) => {
    const signal = AbortSignal.timeout(20_000);
    const sent = { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body), signal };
    const answer = await fetch(to + path, sent);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  };
  const loops = [
    repeat(100, (number) => {
      const FeatureTitleText = `Saved ${number}`;
      const body = { FeatureTitleText, FeatureSubTitleText: 'Soak', IsActive: 0 };
      return attempt(load.saves, FeatureTitleText, () => post(address(), '/api/savefeaturemaster', body));
    }),
    repeat(400, (number) => {
      const text = `Message ${number}`;
      const input = { contactId, text, requestId: `soak-${number}-request` };
      return attempt(load.messages, text, () => trpcClient(address(), token).telephony.contacts.sendTest.mutate(input));
    }),
    repeat(9000, (number) => {
      const name = `Visitor ${number}`;
      const from = { 'x-forwarded-for': `192.0.2.${number % 250}`, authorization: '' };
      const body = { name, email: 'visitor@example.org', message: 'Do you ship to Ireland?' };
      return attempt(load.mails, name, () => post(address(), '/api/sendemail', body, from));
    }),
    ...codes.map((code) =>
      repeat(13_000, async () => {
        const count = load.pings.get(code);
        if (!count) return;
        count.attempted += 1;
        const answer = await fetch(`${address()}/serverhealthstatus/${code}`, { signal: AbortSignal.timeout(20_000) });
        if (answer.ok) count.acknowledged += 1;
      }),
    ),
    repeat(700, async (number) => {
      const title = `Edition ${number} of the soak`;
      const hero = {
        DashboardID: heroId,
        DashboardTitle: title,
        DashboardSubTitle: 'Soak',
        DashboardDescription: 'Soak',
      };
      await post(address(), '/api/savedashboardmaster', { ...hero, IsActive: 1 });
      const saved = Date.now();
      for (const each of installation.addresses()) await readPage(each, title, saved);
    }),
  ];

  /** Reads the page until it shows the title, for a second at most. A process that is down shows nothing. */
  async function readPage(from: string, title: string, saved: number): Promise<void> {
    for (;;) {
      const began = Date.now();
      const answer = await fetch(`${from}/`, { signal: AbortSignal.timeout(20_000) }).catch(() => null);
      // While its database is down, a process serves the last page; /readyz takes it out of service.
      if (!answer?.ok || !(await fetch(`${from}/readyz`).catch(() => null))?.ok) return;
      const isCurrent = (await answer.text()).includes(title);
      if (!isCurrent && began - saved < 1000) continue;
      load.pages.read += 1;
      if (!isCurrent) load.pages.stale += 1;
      return;
    }
  }

  return {
    ...load,
    async stop() {
      isStopped = true;
      await Promise.all(loops);
    },
  };
}

/** Signs in; the process that creates the first admin does so shortly after all processes are ready. */
async function firstSignIn(address: string): Promise<string> {
  for (let seconds = 0; ; seconds += 1) {
    try {
      return await signIn(address, { userName: 'admin', password: adminPassword });
    } catch (error) {
      if (seconds === 30) throw error;
      await wait(1000);
    }
  }
}

/** Adds an SMS account with a contact, and monitored servers. */
async function prepare({ twilio, query }: Installation, address: string, token: string) {
  const api = trpcClient(address, token);
  const account = twilio.addAccount();
  const numbers = { twilioPhoneNumber: '+15007770001', phoneNumber: '+15007770099' };
  const { id: parentId } = await api.telephony.clients.save.mutate({
    values: { ...account, ...numbers, projectName: 'Soak', isActive: true, isDefault: true },
  });
  const { id: contactId } = await api.telephony.contacts.save.mutate({
    parentId,
    values: { twilioPhoneNumber: '+15005551001', friendlyName: 'Mira', isActive: true },
  });
  const [heading] = await query('select id from client_headings limit 1');
  const codes: string[] = [];
  for (let number = 0; number < servers; number += 1) {
    const healthCode = `code-of-a-server-${number}`;
    codes.push(healthCode);
    await api.clients.items.save.mutate({
      parentId: Number(heading?.id),
      values: {
        name: `Server ${number}`,
        displayOrder: number,
        healthCode,
        checkInterval: 'hour',
        telephonyClientId: null,
        logo: null,
        isActive: true,
        showOnHomePage: false,
      },
    });
  }
  const [hero] = await query('select id from heroes limit 1');
  return { contactId, codes, heroId: Number(hero?.id) };
}
