import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { castTo } from '../../contract/cast.ts';
import { descriptions } from '../../db/schema/descriptions.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import { everyRecord, make, sampleBody } from './samples.ts';
import { makeRest, ownTelephonyClient, type Rest } from './setup.ts';

let rest: Rest;
beforeAll(async () => {
  rest = await makeRest();
});
afterAll(() => rest.remove());

function pathsOf(save: string) {
  const paths = everyRecord.find((record) => record.save === save);
  if (!paths) throw new Error(save);
  return paths;
}

describe('ETag', () => {
  test('the same content is 304, changed content is not', async () => {
    const first = await rest.send('GET', '/api/getnavbardetail');
    const etag = String(first.headers.etag);
    expect(etag).toMatch(/^"[\w-]+"$/);
    const again = await rest.send('GET', '/api/getnavbardetail', { headers: { 'if-none-match': etag } });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
    const weak = await rest.send('GET', '/api/getnavbardetail', { headers: { 'if-none-match': `"x", W/${etag}` } });
    expect(weak.statusCode).toBe(304);
    await make(rest, pathsOf('savenavbar'));
    const changed = await rest.send('GET', '/api/getnavbardetail', { headers: { 'if-none-match': etag } });
    expect(changed.statusCode).toBe(200);
    expect(changed.headers.etag).not.toBe(etag);
  });

  test('no answer made for an Admin is given to a visitor', async () => {
    const { id, body } = await make(rest, pathsOf('savenavbar'));
    await rest.save('savenavbar', { ...body, NavbarID: id, IsActive: 0 });
    const all = await rest.send('GET', '/api/getnavbardetail?all=true', { as: 'admin' });
    expect(all.body).toContain(`"NavbarID":${id}`);
    expect(all.headers).toMatchObject({
      'cache-control': 'no-store',
      vary: expect.stringContaining('Authorization'),
    });
    const headers = { 'if-none-match': String(all.headers.etag) };
    const visitor = await rest.send('GET', '/api/getnavbardetail', { headers });
    expect(visitor.statusCode).toBe(200);
    expect(visitor.body).not.toContain(`"NavbarID":${id}`);
    expect(visitor.headers['cache-control']).toBe('public, no-cache');
    expect((await rest.send('GET', '/api/getnavbardetail', { as: 'admin' })).body).not.toContain(`"NavbarID":${id}`);
  });

  test('HEAD has the headers without the body', async () => {
    const get = await rest.send('GET', '/api/getnavbardetail');
    const head = await rest.send('HEAD', '/api/getnavbardetail');
    expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', get.headers.etag]);
  });
});

describe('records inside records', () => {
  test.each([
    ['getallplandetail', 'PlanFeatureList', 'saveplanfeaturedetail', { PlanFeatureText: 'Plain words' }],
    ['getcustomerdetail', 'CustomerFeedback', 'savecustomerfeedbackdetail', { CustomerFeedbackText: 'Plain words' }],
    [
      'getteammemberdetail',
      'TeamMemberSocialDetails',
      'saveteammembersocialdetail',
      { SocialLinkID: 1, TeamMemberSocialLinkName: 'Facebook', TeamMemberSocialLinkIcon: 'uk-icon-facebook' },
    ],
    [
      'getcompanymasterdetail',
      'CompanySocialLinkDetail',
      'savesociallinkicon',
      {
        CompanySocialLinkName: 'Facebook',
        CompanySocialLinkIcon: 'uk-icon-facebook',
        LinkText: 'https://harbour.example/a',
      },
    ],
  ])('%s carries %s', async (read, list, save, expected) => {
    const paths = pathsOf(save);
    const [first, second] = [await make(rest, paths), await make(rest, paths)];
    const [idName = ''] = paths.record.ids;
    const found = (await rest.read(read)).map((row) => castTo<Record<string, unknown>[]>(row[list]));
    expect(found.find((rows) => rows.some((row) => row[idName] === first.id))).toEqual([
      expect.objectContaining({ [idName]: first.id, ...expected }),
    ]);
    expect(found.find((rows) => rows.some((row) => row[idName] === second.id))).toHaveLength(1);
    await rest.save(save, { ...first.body, [idName]: first.id, IsActive: 0 });
    expect(JSON.stringify(await rest.read(read))).not.toContain(`"${idName}":${first.id},`);
    expect(JSON.stringify(await rest.read(`${read}?all=true`, 'admin'))).toContain(`"${idName}":${first.id},`);
  });

  test('a parent’s list has its records alone, inactive ones too; an unknown parent is 404', async () => {
    const paths = pathsOf('saveplanfeaturedetail');
    const made = await make(rest, paths);
    await make(rest, paths);
    await rest.save(paths.save, { ...made.body, PlanFeatureID: made.id, IsActive: 0 });
    const ask = (PlanDetailID: unknown) =>
      rest.call('POST', '/api/getallplanfeaturelist', { as: 'admin', body: { PlanDetailID } });
    expect((await ask(made.parent?.id)).Data).toEqual([
      expect.objectContaining({ PlanFeatureID: made.id, IsActive: 0 }),
    ]);
    expect((await ask(String(made.parent?.id))).Data).toHaveLength(1);
    const empty = await make(rest, pathsOf('savepriceplandetail'));
    expect(await ask(empty.id)).toMatchObject({ status: 200, Data: [] });
    expect(await ask(2_000_000_000)).toMatchObject({ status: 404, Status: 1 });
    for (const junk of [undefined, '', 0, 'x', 1e30, -1]) {
      expect(await ask(junk)).toMatchObject({ status: 400, Status: 3, fields: { PlanDetailID: expect.any(String) } });
    }
  });
});

describe('documented values', () => {
  test('menu entries and buttons have both names of their id', async () => {
    const entry = await make(rest, pathsOf('savenavbar'));
    const button = await make(rest, pathsOf('savedashboardbutton'));
    expect(await rest.read('getnavbardetail')).toContainEqual(
      expect.objectContaining({ NavbarID: entry.id, MenuId: entry.id }),
    );
    expect(await rest.read('getdashboardbuttondetail')).toContainEqual(
      expect.objectContaining({ DashboardButtonID: button.id, ButtonID: button.id }),
    );
    // The first name that is not blank counts.
    const named = { NavbarText: 'Both names', NavbarLink: 'team', IsActive: 1 };
    const saved = await rest.save('savenavbar', { ...named, NavbarID: '0', MenuId: String(entry.id) });
    expect(saved).toBe(entry.id);
    const unknown = { ...named, NavbarID: entry.id, MenuId: 2_000_000_000 };
    expect(await rest.save('savenavbar', unknown)).toBe(entry.id);
    // What the public page read can be saved as it is.
    await rest.save('savenavbar', { MenuId: entry.id, NavbarText: 'Read again', NavbarLink: 'team', IsActive: 1 });
    expect(await rest.read('getnavbardetail')).toContainEqual(
      expect.objectContaining({ MenuId: entry.id, NavbarText: 'Read again' }),
    );
  });

  test('Position is 1 left, 2 right', async () => {
    const body = sampleBody(pathsOf('savedescriptionmaster').record);
    for (const [sent, stored] of [
      [1, 'left'],
      ['2', 'right'],
    ]) {
      const DescriptionID = await rest.save('savedescriptionmaster', { ...body, Position: sent });
      const rows = await rest.deps.db.select().from(descriptions);
      expect(rows.find((row) => row.id === DescriptionID)?.side).toBe(stored);
      expect(await rest.read('getdescriptiondetail')).toContainEqual(
        expect.objectContaining({ DescriptionID, Position: Number(sent), SectionID: expect.any(Number) }),
      );
    }
    for (const Position of [0, 3, 'left', 1.5, null]) {
      const answer = await rest.call('POST', '/api/savedescriptionmaster', {
        as: 'admin',
        body: { ...body, Position },
      });
      expect(answer).toMatchObject({ status: 400, fields: { Position: expect.any(String) } });
    }
  });

  test('numbers are taken for text and digits for numbers', async () => {
    const company = sampleBody(pathsOf('savecompany').record);
    const CompanyID = await rest.save('savecompany', { ...company, Zip: 12345, ContactNumber: 4930123456 });
    expect(await rest.read('getcompanymasterdetail')).toContainEqual(
      expect.objectContaining({ CompanyID, Zip: '12345', ContactNumber: '4930123456' }),
    );
    // The largest number whose text is its digits.
    const contactNumber = async (ContactNumber: unknown) =>
      (await rest.call('POST', '/api/savecompany', { as: 'admin', body: { ...company, ContactNumber } })).fields;
    expect(await contactNumber(999_999_999_999_999)).toEqual({});
    expect(await contactNumber(1_000_000_000_000_000)).toEqual({ ContactNumber: expect.any(String) });
    expect(await contactNumber(-1_000_000_000_000_000)).toEqual({ ContactNumber: expect.any(String) });
    const fact = await make(rest, pathsOf('savefactdetail'));
    for (const LabelCount of [' 7 ', '007', '-0'])
      expect(
        (await rest.call('POST', '/api/savefactdetail', { as: 'admin', body: { ...fact.body, LabelCount } })).status,
      ).toBe(200);
    for (const LabelCount of ['7.0', '1e3', '0x7', '-1', '7 7', [7]]) {
      const answer = await rest.call('POST', '/api/savefactdetail', {
        as: 'admin',
        body: { ...fact.body, LabelCount },
      });
      expect([LabelCount, Object.keys(answer.fields)]).toEqual([LabelCount, ['LabelCount']]);
    }
    await rest.save('savefactdetail', { ...fact.body, FactDetailID: String(fact.id), LabelCount: '1250' });
    expect(await rest.read('getfactdetail')).toContainEqual(
      expect.objectContaining({ FactDetailID: fact.id, FactCounterID: fact.id, LabelCount: 1250 }),
    );
    for (const LabelCount of ['', null, undefined]) {
      const blank = await rest.call('POST', '/api/savefactdetail', { as: 'admin', body: { ...fact.body, LabelCount } });
      expect(blank.fields).toEqual({ LabelCount: 'Count is required' });
    }
  });

  test('the reads of links and social sites list every choice', async () => {
    expect(await rest.read('getnavbarmasterdetail')).toContainEqual({ NavbarLink: 'customers', NavbarText: 'Reviews' });
    expect(await rest.read('getnavbarmasterdetail')).toHaveLength(12);
    for (const role of ['client', 'admin'] as const) {
      expect(await rest.read('getallsocialicon', role)).toContainEqual({ SocialLinkID: 2, SocialLinkText: 'Twitter' });
    }
  });

  test('an Admin’s list of the company’s social links has inactive ones', async () => {
    const link = await make(rest, pathsOf('savesociallinkicon'));
    await rest.save('savesociallinkicon', { ...link.body, SocialDetailID: link.id, IsActive: 0 });
    expect(await rest.read('company/getcompanysociallist', 'admin')).toContainEqual(
      expect.objectContaining({ SocialDetailID: link.id, IsActive: 0, CompanyID: link.parent?.id }),
    );
  });

  test('only the address of a pasted map is kept, in a frame of ours', async () => {
    const pasted =
      '<script>x</script><iframe onload="x()" src="https://www.google.com/maps/embed?pb=!1m18&amp;z=1"></iframe>';
    const MapID = await rest.save('savemapdetail', { GoogleMapIframe: pasted, IsActive: 1 });
    const row = (await rest.read('getmapdetail')).find((map) => map.MapID === MapID);
    expect(row?.GoogleMapIframe).toBe(
      '<iframe src="https://www.google.com/maps/embed?pb=!1m18&amp;z=1" width="100%" height="644" loading="lazy"></iframe>',
    );
    await rest.save('savemapdetail', { ...row });
    expect((await rest.read('getmapdetail')).find((map) => map.MapID === MapID)).toEqual(row);
  });
});

describe('clients', () => {
  const code = 'a-secret-health-code-1';
  const paths = () => pathsOf('saveclientdetail');

  async function makeClients() {
    const heading = await make(rest, pathsOf('saveclientmaster'));
    const body = {
      ...sampleBody(paths().record),
      ClientID: heading.id,
      SystemHealthStatusCode: code,
      ShowOnHomePage: 1,
    };
    const save = (values: Record<string, unknown>) => rest.save('saveclientdetail', { ...body, ...values });
    return {
      body,
      own: await save({ ClientName: 'Own', DisplayOrder: 30, TwilioClientId: String(ownTelephonyClient) }),
      foreign: await save({ ClientName: 'Foreign', DisplayOrder: 20, TwilioClientId: ownTelephonyClient + 1 }),
      hidden: await save({ ClientName: 'Hidden', DisplayOrder: 40, TwilioClientId: 0, ShowOnHomePage: 0 }),
      plain: await save({ ClientName: 'Plain', DisplayOrder: 10, TwilioClientId: 0, SystemHealthStatusCode: '' }),
    };
  }
  const among = (rows: Record<string, unknown>[], ids: number[]) =>
    rows.filter((row) => ids.includes(castTo<number>(row.ClientDetailID)));

  test('come in their display order, with health codes for an Admin alone', async () => {
    const { own, foreign, plain, hidden } = await makeClients();
    expect(among(await rest.read('getclientdetail', 'admin'), [hidden])).toHaveLength(1);
    for (const role of ['visitor', 'client'] as const)
      expect(among(await rest.read('getclientdetail', role), [hidden])).toEqual([]);
    const ids = [own, foreign, plain];
    const visitor = among(await rest.read('getclientdetail'), ids);
    expect(visitor.map((row) => row.ClientName)).toEqual(['Plain', 'Foreign', 'Own']);
    expect(visitor.map((row) => row.SystemHealthStatusCode)).toEqual(['', '********', '********']);
    expect(visitor.map((row) => row.TwilioClientId)).toEqual([0, 0, 0]);
    const admin = among(await rest.read('getclientdetail', 'admin'), ids);
    expect(admin.map((row) => row.SystemHealthStatusCode)).toEqual(['', code, code]);
    const client = among(await rest.read('getclientdetail', 'client'), ids);
    expect(client).toMatchObject([{ ClientDetailID: own, SystemHealthStatusCode: '********' }]);
    for (const path of ['/api/getclientdetail', '/trpc/clients.items.published']) {
      expect((await rest.send('GET', path)).body).not.toContain(code);
      expect((await rest.send('GET', path, { as: 'client' })).body).not.toContain(code);
    }
  });

  test('the task list has a visitor’s public servers, masked, and a client’s own alone', async () => {
    const { hidden, plain } = await makeClients();
    expect(await rest.read('getclienttasklist')).toEqual([]);
    for (const clientId of [hidden, plain])
      await rest.deps.db
        .update(healthMonitors)
        .set({ isOnStatusPage: true })
        .where(eq(healthMonitors.clientId, clientId));
    const visitor = await rest.read('getclienttasklist');
    // Not on the home page, but marked as public.
    expect(visitor).toHaveLength(1);
    expect(visitor).toContainEqual({
      ClientLogoUrl: '',
      ClientName: 'Hidden',
      HealthStatusCheckCode: '********',
      HealthStatusCheckInterval: expect.any(Number),
      SystemStatusUpdatedOn: null,
      Status: 2,
    });
    expect(JSON.stringify(visitor)).not.toContain(code);
    const client = await rest.read('getclienttasklist', 'client');
    expect(new Set(client.map((row) => row.ClientName))).toEqual(new Set(['Own']));
    expect(JSON.stringify(await rest.read('getclienttasklist', 'admin'))).toContain(code);
  });

  test('TwilioClientId is null if not positive, the interval its place in the list', async () => {
    const { body, own } = await makeClients();
    const values = [
      [-3, null],
      [12, 12],
      [null, null],
      ['12', 12],
      ['0', null],
      [12, 12],
      ['', null],
    ];
    for (const [TwilioClientId, read] of values) {
      const update = { ...body, ClientDetailID: own, TwilioClientId, SystemHealthStatusCheckInterval: '6' };
      await rest.save('saveclientdetail', update);
      expect(among(await rest.read('getclientdetail', 'admin'), [own])).toMatchObject([
        { TwilioClientId: read, SystemHealthStatusCheckInterval: 6 },
      ]);
    }
  });

  test('an update of an unknown id that leaves optional fields out is 404', async () => {
    const { body } = await makeClients();
    const { ClientID, ClientName, DisplayOrder, IsActive } = castTo<Record<string, unknown>>(body);
    const unknown = { ClientDetailID: 2_000_000_000, ClientID, ClientName, DisplayOrder, IsActive };
    const answer = await rest.call('POST', '/api/saveclientdetail', { as: 'admin', body: unknown });
    expect(answer).toMatchObject({ status: 404, Status: 1 });
  });

  test('updates at the same time that leave optional fields out all succeed', async () => {
    const { body, own } = await makeClients();
    const { ClientID, DisplayOrder, IsActive } = castTo<Record<string, unknown>>(body);
    const partial = { ClientDetailID: own, ClientID, DisplayOrder, IsActive };
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, place) =>
        rest.call('POST', '/api/saveclientdetail', { as: 'admin', body: { ...partial, ClientName: `Name ${place}` } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const [row] = among(await rest.read('getclientdetail', 'admin'), [own]);
    expect(row).toMatchObject({ SystemHealthStatusCode: code, ClientName: expect.stringMatching(/^Name \d$/) });
  });

  test('an update that leaves optional fields out keeps them', async () => {
    const { body, own } = await makeClients();
    const { ClientID, ClientName, DisplayOrder, IsActive } = castTo<Record<string, unknown>>(body);
    await rest.save('saveclientdetail', {
      ...body,
      ClientDetailID: own,
      ShowOnHomePage: 0,
      TwilioClientId: 9,
      SystemHealthStatusCheckInterval: 3,
    });
    await rest.save('saveclientdetail', { ClientDetailID: own, ClientID, ClientName, DisplayOrder, IsActive });
    expect(among(await rest.read('getclientdetail', 'admin'), [own])).toMatchObject([
      { SystemHealthStatusCode: code, ShowOnHomePage: 0, TwilioClientId: 9, SystemHealthStatusCheckInterval: 3 },
    ]);
  });
});
