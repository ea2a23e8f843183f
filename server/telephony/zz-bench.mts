import { logPage } from '../../contract/telephony.ts';
import { openDatabase } from '../../db/open.ts';
import { telephonyClients, telephonyMessages } from '../../db/schema/telephony.ts';
import { readLogPage } from '../../server/telephony/log-query.ts';

const { db } = await openDatabase('/tmp/tele-bench/vitrine.sqlite');
const mk = (p: number) => ({
  projectName: 'P' + p,
  twilioPhoneNumber: '+1',
  phoneNumber: '+1',
  accountSid: 'AC',
  authToken: 'x',
  isDefault: false,
  isActive: true,
  createdAt: new Date(),
});
await db.insert(telephonyClients).values([mk(1), mk(2), mk(3)]);
const total = Number(process.argv[2]);
for (let start = 0; start < total; start += 1000) {
  await db.insert(telephonyMessages).values(
    Array.from({ length: 1000 }, (_, i) => {
      const p = start + i;
      const scr = (p * 7919) % total;
      return {
        telephonyClientId: 1 + (p % 3),
        fromNumber: p % 2 ? '+15007770001' : '+15007770002',
        requestFrom: p % 1000 === 0 ? '+15005559999' : '',
        toNumber: `+1500${String(p % 5000).padStart(7, '0')}`,
        accountSid: `AC${'a'.repeat(32)}`,
        messageSid: `SM${scr.toString(16).padStart(8, '0').repeat(4)}`,
        status: p % 50 === 0 ? ('failed' as const) : ('delivered' as const),
        rank: 7,
        createdOn: new Date(Date.UTC(2025, 0, 1) + p * 1000),
        body: 'Hello '.repeat(10),
        response: { sid: p, text: 'x'.repeat(300) },
      };
    }),
  );
}
const inputs: Record<string, object> = {
  none: {},
  page200: { page: 200 },
  to: { toNumber: '+15000000042' },
  toPrefix: { toNumber: '+150000000' },
  toPrefixWide: { toNumber: '+1500' },
  from: { fromNumber: '+15007770001' },
  request: { requestFrom: '+15005559999' },
  acct: { accountSid: `AC${'a'.repeat(32)}` },
  client: { telephonyClientId: 2 },
  clientSortTo: { telephonyClientId: 2, sort: 'toNumber' },
  sortStatus: { sort: 'status', isDescending: false },
  clientTo: { telephonyClientId: 2, toNumber: '+15000000042' },
  fromTo: { fromNumber: '+15007770001', toNumber: '+15000000043' },
};
for (const [name, input] of Object.entries(inputs)) {
  const times: number[] = [];
  for (let i = 0; i < 5; i++) {
    const t = performance.now();
    await readLogPage(db, logPage.parse(input));
    times.push(performance.now() - t);
  }
  console.log(total, name, times.sort((a, b) => a - b)[2]?.toFixed(1), 'ms');
}
