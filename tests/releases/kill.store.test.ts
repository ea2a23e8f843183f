import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ownEdit } from '../../core/content/edit.ts';
import { allRows } from '../../core/content/read.ts';
import { records } from '../../core/content/records.ts';
import { saveRow } from '../../core/content/write.ts';
import { saveInRelease } from '../../core/releases/edit-row.ts';
import { undoRelease } from '../../core/releases/publish.ts';
import { createRelease, findRelease } from '../../core/releases/release.ts';
import { companies } from '../../db/schema/company.ts';
import { contentRevision } from '../../db/schema/content.ts';
import { contentHistory } from '../../db/schema/history.ts';
import { mailLeases } from '../../db/schema/mail.ts';
import { releases } from '../../db/schema/releases.ts';
import { handlers } from '../../workers/jobs/index.ts';
import { type FakeSmtp, startFakeSmtp } from '../fakes/smtp.ts';
import { harbour } from '../fixture/company.ts';
import { makeDependencies, type TestDependencies } from '../fixture/dependencies.ts';
import { programArguments } from '../fixture/run-program.ts';

const time = '2026-03-30T06:00:00.000Z';
const heading = records.promo.heading;
const values = (title: string) => ({ title, subTitle: 'Below', backgroundImage: null, isActive: true });

let made: TestDependencies;
let smtp: FakeSmtp;
let rowId: number;
beforeEach(async () => {
  smtp = await startFakeSmtp();
  made = await makeDependencies(
    { SMTP_URL: smtp.url, MAIL_FROM: 'noreply@harbour.example' },
    { now: () => new Date(time) },
  );
  const { db } = made.deps;
  const edit = ownEdit(new Date(time), 'edit');
  if ((await db.$count(contentRevision)) === 0) await db.insert(contentRevision).values({ id: 1, revision: 1 });
  await db.insert(companies).values(harbour);
  ({ id: rowId } = await saveRow(db, heading, {}, values('Before'), edit));
  const releaseId = await createRelease(db, 'Spring offer', edit);
  const target = { db, releaseId, definition: heading, author: edit };
  await saveInRelease(target, { id: rowId }, values('Published'));
  await saveInRelease(target, {}, values('Added'));
  await db.update(releases).set({ state: 'scheduled', publishAt: new Date(time), timeZone: 'Europe/Berlin' });
});
afterEach(async () => {
  await made.remove();
  await smtp.stop();
});

/** Runs kill-child.ts, which dies after this many writes; returns its signal or its exit code. */
async function publishAndDie(writes: number): Promise<unknown> {
  const script = join(import.meta.dirname, 'kill-child.ts');
  const child = spawn(process.execPath, programArguments(script, time, smtp.url, String(writes)), {
    env: { ...process.env, ...made.store.variables },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code, signal] = await once(child, 'exit');
  return signal ?? code;
}

const titles = async () => (await allRows(made.deps.db, heading)).map(({ title }) => title);

/** Database writes of a publication and its mail: the transaction, the job, the lease of the mail, the notice, the lease. */
const writes = 5;

test.each(Array.from({ length: writes + 1 }, (_, after) => after))(
  'kill -9 after %i writes, twice: the release is published once, and its author gets the mail',
  async (after) => {
    const { deps } = made;
    for (const _turn of ['first', 'second']) await publishAndDie(after);
    await handlers.publishDueReleases.run({}, deps);
    const { notice } = await findRelease(deps.db, 1);
    if (notice !== 'none') {
      // The lease of a process that died ends by itself.
      await deps.db.delete(mailLeases);
      await handlers.mailReleaseNotice.run({ releaseId: 1 }, deps);
    }
    expect((await titles()).toSorted()).toEqual(['Added', 'Published']);
    expect(await findRelease(deps.db, 1)).toMatchObject({ state: 'published', notice: 'none' });
    const entries = await deps.db.select().from(contentHistory);
    expect(
      entries
        .filter(({ cause }) => cause === 'release')
        .map(({ action }) => action)
        .toSorted(),
    ).toEqual(['create', 'save']);
    expect(new Set(smtp.mails.map(({ headers }) => headers['message-id'])).size).toBe(1);
    await undoRelease(deps.db, 1, ownEdit(new Date(time), 'undo'));
    expect(await titles()).toEqual(['Before']);
    expect(rowId).toBeGreaterThan(0);
  },
);

test(`a publication takes ${writes} writes`, async () => {
  expect(await publishAndDie(writes)).toBe('SIGKILL');
  await made.deps.db.delete(mailLeases);
  expect(await publishAndDie(writes)).toBe(0);
});
