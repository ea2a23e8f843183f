import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditEntries } from '../../db/schema/audit.ts';
import { handlers } from '../../workers/jobs/index.ts';
import { until } from '../fakes/clock.ts';
import { type FakeSmtp, startFakeSmtp } from '../fakes/smtp.ts';
import { keepSessions } from '../fixture/session.ts';
import { makeSetup, person, type Setup } from './setup.ts';

let smtp: FakeSmtp;
let setup: Setup;
let api: Setup['api'];
beforeAll(async () => {
  smtp = await startFakeSmtp();
  setup = await makeSetup({ SMTP_URL: smtp.url, MAIL_FROM: 'site@example.org' });
  ({ api } = setup);
  await keepSessions(setup.server.deps.db);
  const [company] = await api.company.heading.list.query({});
  const values = {
    name: 'Harbour',
    address: '1 Quay',
    city: 'Port',
    zip: '1000',
    email: 'office@example.org',
    contactNumber: '+15005550006',
    copyrightText: '© Harbour',
    logo: null,
    accentColor: '',
    timeZone: 'Europe/Berlin',
    isActive: true,
  };
  await api.company.heading.save.mutate({ id: company?.id ?? 0, values });
});
afterAll(async () => {
  await setup.server.stop();
  await smtp.stop();
});

const get = (id: number) => api.releases.get.query({ id });
const run = () => handlers.publishDueReleases.run({}, setup.server.deps);
const at = (time: string) => {
  setup.clock.now = Date.parse(time);
};
const mailsAbout = (name: string) => smtp.mails.filter(({ body }) => body.includes(`“${name}`));
/** A release that renames a new person. */
async function renaming(from: string, to: string) {
  const { id } = await setup.addPerson(from);
  const release = await setup.release(`${from} becomes ${to}`);
  await api.team.members.save.mutate({ id, values: person(to), release });
  return { id, release };
}

test('a scheduled release is published at its time, once, by whichever worker comes first, and its author gets a mail', async () => {
  at('2026-03-01T12:00:00Z');
  const { release, id } = await renaming('Monday', 'Monday at eight');
  const time = await api.releases.schedule.mutate({
    id: release,
    publishAt: '2026-03-30T08:00',
    timeZone: 'Europe/Berlin',
  });
  expect(time).toMatchObject({
    at: '2026-03-30T06:00:00.000Z',
    words: 'Monday 30 March 2026, 08:00, Central European Summer Time (UTC+2)',
    note: 'The clocks go forward on Sunday 29 March 2026, before the publication; 08:00 is the time on the clock then.',
  });
  at('2026-03-30T05:59:59Z');
  await run();
  expect(await get(release)).toMatchObject({ state: 'scheduled', time: { words: time.words } });
  expect(await setup.people()).toContain('Monday');

  at('2026-03-30T06:00:00Z');
  await Promise.all([run(), run(), run()]);
  expect(await setup.people()).toContain('Monday at eight');
  expect((await get(release)).state).toBe('published');
  const history = await api.history.list.query({ record: 'team.members', rowId: id });
  expect(history.map(({ cause }) => cause)).toEqual(['release', 'edit']);
  const entries = await setup.server.deps.db.select().from(auditEntries);
  const own = entries.filter((entry) => entry.action === 'releases.publish' && entry.recordId === String(release));
  expect(own).toMatchObject([{ userName: 'admin', outcome: 'done' }]);
  const mails = () => mailsAbout('Monday becomes');
  await until(() => mails().length > 0);
  await run();
  expect(mails()).toMatchObject([
    {
      to: ['office@example.org'],
      body: expect.stringContaining('is on the page since Monday 30 March 2026, 08:00'),
    },
  ]);
});

test('a release that fell due while the product was down is published at the next look', async () => {
  at('2026-04-01T12:00:00Z');
  const { release } = await renaming('Late', 'Late, but there');
  await api.releases.schedule.mutate({ id: release, publishAt: '2026-04-02T08:00:00Z', timeZone: 'UTC' });
  at('2026-04-09T00:00:00Z');
  await run();
  expect(await setup.people()).toContain('Late, but there');
});

test('a due release that needs a decision is opened again with the reason, its author gets a mail, and nothing is published', async () => {
  at('2026-05-01T12:00:00Z');
  const { release, id } = await renaming('Asked', 'Of the release');
  await api.releases.schedule.mutate({ id: release, publishAt: '2026-05-04T08:00:00Z', timeZone: 'UTC' });
  await setup.other.team.members.save.mutate({ id, values: person('Live') });
  at('2026-05-04T08:00:01Z');
  await Promise.all([run(), run()]);
  expect(await setup.people()).toContain('Live');
  const problem =
    'The page has changed since: Team member “Live Field” must be decided before the release is published.';
  expect(await get(release)).toMatchObject({ state: 'open', problem });
  const mails = () => mailsAbout('Asked becomes');
  await until(() => mails().length > 0);
  await run();
  expect(mails()).toMatchObject([{ body: expect.stringContaining('must be decided before') }]);
  // A decision and a new time clear the reason.
  const [conflict] = (await get(release)).conflicts;
  await api.releases.decide.mutate({
    id: release,
    changeId: conflict?.changeId ?? 0,
    field: 'firstName',
    keep: 'release',
  });
  await api.releases.publish.mutate({ id: release });
  expect(await get(release)).toMatchObject({ state: 'published', problem: '' });
});

test('a time is moved and taken off, and a clock that goes back publishes nothing early or twice', async () => {
  at('2026-06-01T12:00:00Z');
  const { release } = await renaming('Moved time', 'Moved time, published');
  const schedule = (publishAt: string) =>
    api.releases.schedule.mutate({ id: release, publishAt, timeZone: 'Europe/Berlin' });
  await schedule('2026-06-02T08:00');
  await schedule('2026-06-03T08:00');
  at('2026-06-02T12:00:00Z');
  await run();
  expect((await get(release)).state).toBe('scheduled');
  await api.releases.reopen.mutate({ id: release });
  at('2026-06-04T12:00:00Z');
  await run();
  expect(await get(release)).toMatchObject({ state: 'open', publishAt: null });
  await schedule('2026-06-05T08:00');
  at('2026-06-04T13:00:00Z');
  await run();
  expect((await get(release)).state).toBe('scheduled');
  at('2026-06-05T08:00:00Z');
  await run();
  expect((await get(release)).state).toBe('published');
  at('2026-06-01T12:00:00Z');
  await run();
  expect((await get(release)).state).toBe('published');
});

test.each([
  ['the past', '2026-06-30T08:00:00Z', 'UTC', 'This time is in the past. Choose a later one, or publish now'],
  ['an unreadable time', 'tomorrow', 'UTC', 'PublishAt must be a date and a time, such as 2026-03-30T08:00'],
  [
    'a day that does not exist',
    '2027-02-30T08:00',
    'UTC',
    'PublishAt must be a date and a time, such as 2026-03-30T08:00',
  ],
  [
    'an unknown zone',
    '2027-01-01T08:00',
    'Mars/Base',
    'There is no time zone Mars/Base. Use a name such as Europe/Berlin',
  ],
  [
    'a time that the clocks skip',
    '2027-03-28T02:30',
    'Europe/Berlin',
    'The clocks in Europe/Berlin go forward then: there is no 02:30 on Sunday 28 March 2027. Choose 03:30 or another time',
  ],
])('%s is refused in words', async (_name, publishAt, timeZone, message) => {
  at('2026-07-01T12:00:00Z');
  await expect(api.releases.describeTime.query({ publishAt, timeZone })).rejects.toMatchObject({
    message,
    data: { httpStatus: 400 },
  });
});

test.each([
  ['2026-10-25T02:30', '2026-10-25T00:30:00.000Z', 'occurs twice: the release is published at the first one (UTC+2)'],
  ['2026-10-25T02:30+01:00', '2026-10-25T01:30:00.000Z', 'The clocks go back on Sunday 25 October 2026'],
  ['2026-07-02T08:00', '2026-07-02T06:00:00.000Z', ''],
  ['2026-12-01T08:00', '2026-12-01T07:00:00.000Z', 'The clocks go back on Sunday 25 October 2026'],
])('%s in Berlin is %s', async (publishAt, instant, note) => {
  at('2026-07-01T12:00:00Z');
  const time = await api.releases.describeTime.query({ publishAt, timeZone: 'Europe/Berlin' });
  expect(time).toMatchObject({ at: instant, note: expect.stringContaining(note) });
  if (note === '') expect(time.note).toBe('');
});

test('a preview link shows the release to everyone until it expires or is withdrawn, and is kept nowhere', async () => {
  at('2026-08-01T12:00:00Z');
  const { release } = await renaming('Public', 'Only in the preview');
  const [first, second] = [
    await api.releases.preview.mutate({ id: release }),
    await api.releases.preview.mutate({ id: release }),
  ];
  expect(first.expiresAt).toBe('2026-08-08T12:00:00.000Z');
  const open = (url: string) => fetch(url);
  const answer = await open(first.url);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow, noarchive',
    'referrer-policy': 'no-referrer',
  });
  expect(await answer.text()).toContain('Only in the preview');
  expect(await setup.page()).not.toContain('Only in the preview');
  const { previews } = await get(release);
  expect(previews).toHaveLength(2);
  expect(JSON.stringify(previews)).not.toContain(first.url.split('/').at(-1));
  await api.releases.withdrawPreview.mutate({ id: release, previewId: previews[1]?.id ?? 0 });
  const ended = await open(first.url);
  expect([ended.status, ended.headers.get('cache-control')]).toEqual([410, 'no-store']);
  expect(await ended.text()).toContain('This preview has ended');
  expect((await open(second.url)).status).toBe(200);
  at('2026-08-08T12:00:00Z');
  expect((await open(second.url)).status).toBe(410);
  expect((await open(`${second.url}x`)).status).toBe(410);
});
