import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../contract/roles.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';
import { addSignedIn } from '../fixture/users.ts';
import { person } from '../releases/setup.ts';

// Who may call each entry point is tests/rest/access.test.ts; these are the rules inside the entry points.
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ TWILIO_API_BASE: 'http://127.0.0.1:9' });
});
afterAll(() => server.stop());

async function signedIn(role: Role, userName = role.toLowerCase()) {
  const { token } = await addSignedIn(server.deps, role, { userName });
  const get = async (path: string) => {
    const answer = await fetch(`${server.address}${path}`, { headers: { authorization: `Bearer ${token}` } });
    return { status: answer.status, body: await answer.text() };
  };
  return { token, get, api: trpcClient(server.address, token) };
}

const releasesOnly = 'You change the page in releases. Choose a release first.';

describe('an editor of drafts', () => {
  test('changes releases, not the live page', async () => {
    const { api } = await signedIn('DraftEditor');
    const [heading] = await api.team.heading.list.query({});
    const values = person('Ada');
    const save = (release?: number) =>
      api.team.members.save.mutate({ parentId: heading?.id, values, ...(release && { release }) });
    await expect(save()).rejects.toThrow(releasesOnly);
    await expect(api.team.members.delete.mutate({ id: 1 })).rejects.toThrow(releasesOnly);
    await expect(api.team.members.reorder.mutate({ ids: [1], from: [1] })).rejects.toThrow(releasesOnly);

    const release = await api.releases.create.mutate({ name: 'Autumn' });
    await save(release.id);
    await expect(api.releases.publish.mutate({ id: release.id })).rejects.toThrow('You are not allowed to do this.');

    const { api: editor } = await signedIn('Editor');
    await editor.releases.publish.mutate({ id: release.id });
    const people = await editor.team.members.list.query({});
    expect(people.some(({ firstName }) => firstName === 'Ada')).toBe(true);
  });

  test('saves the editor’s changes in releases only', async () => {
    const { api } = await signedIn('DraftEditor', 'draft-2');
    const changes = {
      saves: [],
      deletes: [{ path: 'team.members', id: 1, version: 1 }],
      orders: [],
      key: 'a-key-of-sixteen-characters',
    };
    await expect(api.editor.save.mutate(changes)).rejects.toThrow(releasesOnly);
  });
});

describe('health codes', () => {
  const readable = async (role: Role, userName: string) => {
    const { get } = await signedIn(role, userName);
    const rows: { SystemHealthStatusCode: string }[] = JSON.parse((await get('/api/getclientdetail')).body).Data;
    return rows.filter(({ SystemHealthStatusCode: code }) => /[^*]/.test(code)).length;
  };

  test('are for those who may change them', async () => {
    const { api } = await signedIn('Admin', 'second-owner');
    const [client] = await api.clients.items.list.query({});
    if (!client) throw new Error('no client');
    const { id, version, ...values } = client;
    await api.clients.items.save.mutate({ id, version, values: { ...values, healthCode: 'a-code-of-one-server' } });
    const owner = await readable('Admin', 'third-owner');
    expect(owner).toBeGreaterThan(0);
    expect(await readable('Operator', 'operator-1')).toBe(owner);
    expect(await readable('Editor', 'editor-2')).toBe(owner);
    expect(await readable('Accountant', 'accountant-1')).toBe(0);
  });
});

test('`userRole` is the stored role, and what each role finds is what it may read', async () => {
  const { api: operator } = await signedIn('Operator', 'operator-2');
  const { api: editor } = await signedIn('Editor', 'editor-3');
  const [{ role, permissions }, found, foundByEditor] = await Promise.all([
    operator.session.me.query(),
    operator.find.search.query({ text: 'an' }),
    editor.find.search.query({ text: 'an' }),
  ]);
  expect([role, permissions.includes('health:write'), permissions.includes('content:read')]).toEqual([
    'Operator',
    true,
    false,
  ]);
  expect([found.records.length, found.messages.length]).toEqual([0, 0]);
  expect(foundByEditor.records.length).toBeGreaterThan(0);
  expect([foundByEditor.servers.length, foundByEditor.contacts.length, foundByEditor.users.length]).toEqual([0, 0, 0]);
});
