import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../fixture/free-port.ts';
import { signIn, startTestServer, type TestServer } from '../fixture/server.ts';
import { makeStore } from '../fixture/store.ts';
import { trpcClient } from '../fixture/trpc.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const page = async (headers: Record<string, string> = {}) => fetch(`${server.address}/`, { headers });

describe('the public page', () => {
  test('is complete without scripts: one section element for each filled section, in order', async () => {
    const html = await (await page()).text();
    expect(html.match(/<section\b/g)).toHaveLength(16);
    const ids = [...html.matchAll(/<section[^>]*\sid="([^"]+)"/g)].map((match) => match[1]);
    expect(ids).toEqual([
      'home',
      'features',
      'offer',
      'services',
      'pricing',
      'subscribe',
      'clients',
      'facts',
      'projects',
      'team',
      'presentation',
      'customers',
      'promo',
      'contact',
      'address',
      'map',
    ]);
  });

  test('shows an edit at once, under a new ETag; an unchanged page is 304', async () => {
    const api = trpcClient(server.address, server.adminToken);
    const before = await page();
    const etag = before.headers.get('etag') ?? '';
    expect((await page({ 'if-none-match': etag })).status).toBe(304);
    expect((await page({ 'if-none-match': `W/${etag}` })).status).toBe(304);

    const [hero] = await api.hero.heading.list.query({});
    if (!hero) throw new Error('no hero');
    await api.hero.heading.save.mutate({
      id: hero.id,
      version: hero.version,
      values: { ...hero, title: 'A $& title <b>in bold</b>' },
    });

    const after = await page({ 'if-none-match': etag });
    expect(after.status).toBe(200);
    expect(await after.text()).toContain('A $&amp; title &lt;b&gt;in bold&lt;/b&gt;');
  });

  test('takes the whole Latin slice of the typefaces if the content has an accented letter', async () => {
    const api = trpcClient(server.address, server.adminToken);
    const isAccented = async (title: string) => {
      const [hero] = await api.hero.heading.list.query({});
      if (!hero) throw new Error('no hero');
      await api.hero.heading.save.mutate({ id: hero.id, version: hero.version, values: { ...hero, title } });
      return (await (await page()).text()).includes('data-letters="accented"><head>');
    };
    expect(await isAccented('“2 × 3” — that’s 6 € ©')).toBe(false);
    expect(await isAccented('Töne')).toBe(true);
    expect(await isAccented('To\u0308ne')).toBe(true);
    expect(await isAccented('Tones')).toBe(false);
  });

  test('has the style sheets of the chosen theme, and those of one pair of typefaces only', async () => {
    const api = trpcClient(server.address, server.adminToken);
    const withTheme = async (theme: Partial<typeof company>) => {
      const [row] = await api.company.heading.list.query({});
      if (!row) throw new Error('no company');
      await api.company.heading.save.mutate({ id: row.id, values: { ...row, ...theme } });
      return (await page()).text();
    };
    const [company] = await api.company.heading.list.query({});
    if (!company) throw new Error('no company');
    const before = await (await page()).text();
    expect(before).toMatch(/<html lang="en"(?: data-letters="accented")?><head>/);
    expect(before).not.toContain('id="theme"');
    expect(before).not.toMatch(/Fraunces|Sora|Plex Sans|second-on-ink|no-plate/);

    const themed = await withTheme({
      typeface: 'fraunces',
      secondColor: '#7048e8',
      corners: 'square',
      density: 'compact',
    });
    expect(themed).toMatch(/<html lang="en" style="--second-solid:#[^"]*--radius:0;--radius-large:0"/);
    expect(themed).toContain('Fraunces Basic');
    expect(themed).not.toMatch(/font-family:\s*"?(Bricolage|Instrument|Display Fallback|Sora)/);
    expect(themed).toContain('--lamp:var(--second-on-ink)');
    const faces = [...themed.matchAll(/url\(([^)]+\.woff2)\)/g)].map(([, url = '']) => url);
    expect(faces.length).toBeGreaterThanOrEqual(8);
    for (const face of faces) expect((await fetch(`${server.address}${face}`)).status, face).toBe(200);

    const { accentColor, secondColor, typeface, corners, density } = company;
    expect(await withTheme({ accentColor, secondColor, typeface, corners, density })).toBe(before);
  });

  test('hides a section without active records, and children of a hidden heading', async () => {
    const api = trpcClient(server.address, server.adminToken);
    const [heading] = await api.features.heading.list.query({});
    if (!heading) throw new Error('no heading');
    const saved = await api.features.heading.save.mutate({ id: heading.id, values: { ...heading, isActive: false } });
    expect(await (await page()).text()).not.toContain('id="features"');
    expect(await trpcClient(server.address).features.items.published.query()).toEqual([]);
    await api.features.heading.save.mutate({ id: saved.id, values: { ...heading, isActive: true } });
    expect(await (await page()).text()).toContain('id="features"');
  });

  test('is sent compressed, with a strict content security policy', async () => {
    const answer = await page({ 'accept-encoding': 'br' });
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(answer.headers.get('vary')).toContain('Accept-Encoding');
    const policy = answer.headers.get('content-security-policy') ?? '';
    const scripts = /script-src ([^;]+)/.exec(policy)?.[1];
    expect(scripts).toMatch(/^'self' 'sha256-[\w+/=]+'$/);
    expect(policy).toContain('https://www.youtube-nocookie.com https://player.vimeo.com https://www.google.com');
  });

  test.each([
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0', null],
    ['gzip;q=0, br;q=0.1', 'br'],
    ['identity', null],
  ])('with Accept-Encoding %j is sent with Content-Encoding %j', async (accepted, expected) => {
    const answer = await page({ 'accept-encoding': accepted });
    expect(answer.headers.get('content-encoding')).toBe(expected);
    expect(await answer.text()).toMatch(/^<!doctype html>/i);
  });

  test('stays as last rendered while the new one cannot be rendered, and shows the edit afterwards', async () => {
    const api = trpcClient(server.address, server.adminToken);
    const { items } = api.menu;
    await page();
    const ready = async () => (await fetch(`${server.address}/readyz`)).json();
    const { id } = await items.save.mutate({ values: { text: 'Newest entry', link: 'features', isActive: true } });
    await server.store.execute('alter table heroes rename to heroes_away');
    await server.store.execute('update content_revision set revision = revision + 1');
    for (let visits = 0; visits < 2; visits += 1) expect((await page()).status).toBe(200);
    expect(await ready()).toEqual({ status: 'not ready', fault: 'page' });
    await server.store.execute('alter table heroes_away rename to heroes');
    expect(await ready()).toEqual({ status: 'ready' });
    expect(await (await page()).text()).toContain('Newest entry');
    await items.delete.mutate({ id });
  });

  test('has the metadata for search engines', async () => {
    expect(await (await fetch(`${server.address}/sitemap.xml`)).text()).toContain(`<loc>${server.address}/</loc>`);
    expect(await (await fetch(`${server.address}/robots.txt`)).text()).toContain(
      `Sitemap: ${server.address}/sitemap.xml`,
    );
  });
});

describe('other addresses', () => {
  test('an unknown page receives a 404 page in the design of the landing page, an unknown API path a 404 in the envelope', async () => {
    const missing = await fetch(`${server.address}/nowhere`, { headers: { accept: 'text/html' } });
    expect([missing.status, missing.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    const api = await fetch(`${server.address}/api/nowhere`);
    expect([api.status, await api.json()]).toMatchObject([404, { Status: 1 }]);
  });

  test('the 404 page shows the company as it is now', async () => {
    const api = trpcClient(server.address, server.adminToken);
    const missing = async () => (await fetch(`${server.address}/nowhere`, { headers: { accept: 'text/html' } })).text();
    const [company] = await api.company.heading.list.query({});
    if (!company) throw new Error('no company');
    const first = await missing();
    expect(await missing()).toBe(first);
    await api.company.heading.save.mutate({
      id: company.id,
      values: { ...company, name: 'Renamed & Sons', logo: null },
    });
    expect(await missing()).toContain('Renamed &amp; Sons');
    await api.company.heading.save.mutate({ id: company.id, values: company });
    expect(await missing()).toBe(first);
  });

  test('/healthz and /readyz answer 200', async () => {
    expect((await fetch(`${server.address}/healthz`)).status).toBe(200);
    expect(await (await fetch(`${server.address}/readyz`)).json()).toEqual({ status: 'ready' });
  });
});

describe('invalid input', () => {
  const values = { text: 'Home', link: 'features', isActive: true };
  test.each([
    ['malformed JSON', '{"values":'],
    ['wrong types', JSON.stringify({ values: { ...values, text: { toString: 1 } } })],
    ['a huge id', JSON.stringify({ id: 1e300, values })],
    ['a negative id', JSON.stringify({ id: -1, values })],
    ['a NUL byte', JSON.stringify({ values: { ...values, text: 'a\u0000b' } })],
    ['prototype keys', '{"__proto__":{"admin":true},"constructor":1}'],
    ['deep nesting', `${'['.repeat(5000)}${']'.repeat(5000)}`],
    ['over-long text', JSON.stringify({ values: { ...values, text: 'x'.repeat(61) } })],
    ['a script address', JSON.stringify({ values: { ...values, link: 'javascript:alert(1)' } })],
  ])('%s is rejected without a 500', async (_name, body) => {
    const headers = { authorization: `Bearer ${server.adminToken}`, 'content-type': 'application/json' };
    const answer = await fetch(`${server.address}/trpc/menu.items.save`, { method: 'POST', headers, body });
    expect(answer.status).toBe(400);
  });
});

test('a kill -9 right after the answer to a save loses nothing', async () => {
  const store = await makeStore();
  const port = await freePort();
  const env = {
    ...process.env,
    ...store.variables,
    PORT: String(port),
    ADMIN_PASSWORD: 'correct horse',
    SAMPLE_CONTENT: 'off',
  };
  const address = `http://127.0.0.1:${port}`;
  const started: ChildProcess[] = [];
  async function run() {
    const child = spawn(process.execPath, ['server/main.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    started.push(child);
    await once(child.stdout, 'data');
    return child;
  }
  try {
    const first = await run();
    const api = trpcClient(address, await signIn(address, { userName: 'admin', password: 'correct horse' }));
    await api.menu.items.save.mutate({ values: { text: 'Kept', link: 'https://kept.example', isActive: true } });
    first.kill('SIGKILL');
    await once(first, 'exit');

    const second = await run();
    expect(await (await fetch(`${address}/`)).text()).toContain('Kept');
    second.kill('SIGTERM');
    expect(await once(second, 'exit')).toEqual([0, null]);
  } finally {
    for (const child of started) child.kill('SIGKILL');
    await store.remove();
  }
});
