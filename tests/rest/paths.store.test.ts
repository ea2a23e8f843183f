import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { restMarkdown } from '../../server/rest/markdown.ts';
import { makeRest, publicUrl, type Rest } from './setup.ts';

let rest: Rest;
beforeAll(async () => {
  rest = await makeRest();
});
afterAll(() => rest.remove());

// The specification's section 7, typed out; a path that goes missing fails here.
const publicReads = `getcompanymasterdetail getdashboarddetail getdashboardbuttondetail getnavbardetail
  getnavbarmasterdetail getfeaturemasterdetail getfeaturedetail getservicemasterdetail getservicedetail getallplan
  getallplandetail getsubscribedetail getfactmasterdetail getfactdetail getclientmasterdetail getclientdetail
  getclienttasklist getcustomermasterdetail getcustomerfeedbackdetail getcustomerdetail getprojectmasterdetail
  getprojectdetail getteammembermasterdetail getteammemberdetail getsociallinkdetail getdescriptiondetail
  getvideopresentationmaster getvideopresentation getcontactmaster getcontactdetail getpromomasterdetail getmapdetail
  getintouchmasterdetail`.split(/\s+/);

const saves = `savecompany savedashboardmaster savedashboardbutton savenavbar savefeaturemaster savefeaturedetail
  saveservicemaster saveservicedetail savepriceplanmaster savepriceplandetail saveplanfeaturedetail savesubscribemaster
  savefactmasterdetail savefactdetail saveclientmaster saveclientdetail savecustomermaster savecustomerdetail
  savecustomerfeedbackdetail saveprojectmasterdetail saveprojectdetail saveteammembermasterdetail saveteammemberdetail
  saveteammembersocialdetail savedescriptionmaster savevideopresentationmaster savevideopresentation savecontactmaster
  savecontactdetail savepromomasterdetail savemapdetail savegetintouchmasterdetail savesociallinkicon`.split(/\s+/);

const deletes = {
  deletedashboardbutton: 'ButtonID',
  deletenavbar: 'MenuId',
  deletefeaturedetail: 'FeatureDetailID',
  deleteservicedetail: 'ServiceDetailID',
  deleteplanfeaturedetail: 'PlanFeatureID',
  deleteplandetail: 'PlanDetailID',
  deletefactdetail: 'FactDetailID',
  deleteclientdetail: 'ClientDetailID',
  deletecustomerdetail: 'CustomerDetailID',
  deletecustomerFeedbackdetail: 'CustomerFeedbackID',
  deleteprojectdetail: 'ProjectDetailID',
  deleteteammemberdetail: 'TeamMemberID',
  deleteteammembersocialdetail: 'SocialDetailID',
  deletevideoitemdetail: 'VideoLinkID',
  deletecontactdetail: 'ContactDescriptionID',
  'company/deletesociallink': 'SocialDetailID',
};

const otherPosts = {
  'trello/getboardlists': ['BoardId'],
  'trello/getcategorylabellist': ['CategoryId'],
  'trello/addboardcategorylabel': ['TrelloBoardLableId', 'TrelloBoardCategoryId'],
  'trello/savecategory': ['CategoryId', 'Name'],
  getallplanfeaturelist: ['PlanDetailID'],
  getfeedbacklistbycustomer: ['CustomerID'],
  getteammembesocialdetail: ['TeamMemberID'],
  changepassword: ['Password', 'UserName'],
  sendemail: ['name', 'email', 'message'],
};

const otherReads = [
  'getallsocialicon',
  'company/getcompanysociallist',
  'trello/getlabelcatogery',
  'trello/getalllabellist',
];

/** Telephony and task-board paths of section 7, which come with those parts of the product; not asserted. */
export const later = `twilio/gettwilioclientinfo twilio/gettwilioclientcontactinfo twilio/gettwilioclientcontactinfobyid
  twilio/savetwilioclientinfo twilio/savetwilioclientcontactinfo twilio/saveuserinfo twilio/deleteclientinfo
  twilio/deleteclientcontactinfo twilio/gettwiliologlist twilio/gettwiliologlistbyfilter
  twilio/gettwiliologlistbytwilioclientid trello/synctrello trello/getboards trello/getboardlists
  trello/getlabelcatogery trello/getcategorylabellist trello/getalllabellist trello/addboardcategorylabel
  trello/savecategory trello/exportlistexpense`.split(/\s+/);

describe('every path of the specification is served', () => {
  test.each(publicReads)('GET /api/%s, an array without a token', async (path) => {
    const answer = await rest.call('GET', `/api/${path}`);
    expect(answer).toMatchObject({ status: 200, Status: 0, Data: expect.any(Array) });
  });

  test.each(otherReads)('GET /api/%s, an array with a token', async (path) => {
    expect(await rest.call('GET', `/api/${path}`)).toMatchObject({ status: 401, Status: 5 });
    const answer = await rest.call('GET', `/api/${path}`, { as: 'admin' });
    expect(answer).toMatchObject({ status: 200, Status: 0, Data: expect.any(Array) });
  });

  test.each(saves)('POST /api/%s', async (path) => {
    expect(await rest.call('POST', `/api/${path}`, { as: 'admin', body: {} })).toMatchObject({
      status: 400,
      Status: 3,
    });
  });

  test.each(Object.entries(deletes))('POST /api/%s {%s}', async (path, key) => {
    const answer = await rest.call('POST', `/api/${path}`, { as: 'admin', body: { [key]: 2_000_000_000 } });
    expect(answer).toMatchObject({ status: 404, Status: 1, Message: expect.stringContaining('does not exist') });
    expect(answer.Message).not.toContain('address');
  });

  test.each(Object.entries(otherPosts))('POST /api/%s {%s}', async (path, keys) => {
    const body = Object.fromEntries(keys.map((key) => [key, { not: 'this' }]));
    const answer = await rest.call('POST', `/api/${path}`, { as: 'admin', body });
    expect(answer).toMatchObject({ status: 400, Status: 3 });
    expect(Object.keys(answer.fields).sort()).toEqual([...keys].sort());
  });

  test.each(['/token', '/api/users/login'])('POST %s', async (path) => {
    const answer = await rest.send('POST', path, { body: {} });
    expect(answer.statusCode).toBe(400);
  });

  test('an unknown path and a wrong verb are 404 in the envelope', async () => {
    expect(await rest.call('GET', '/api/nothing')).toMatchObject({ status: 404, Status: 1, Data: null });
    expect(await rest.call('GET', '/api/savecompany')).toMatchObject({ status: 404, Status: 1 });
    expect(await rest.call('POST', '/api/getfeaturedetail', { body: {} })).toMatchObject({ status: 404, Status: 1 });
  });
});

describe('the documents', () => {
  const documented = [...publicReads, ...otherReads, ...saves, ...Object.keys(deletes), ...Object.keys(otherPosts)];

  test('docs/rest.md is what the code says; `npm run docs:rest` writes it', () => {
    expect(readFileSync('docs/rest.md', 'utf8')).toBe(restMarkdown());
  });

  test('docs/rest.md and /api/docs name every path', async () => {
    const page = await rest.send('GET', '/api/docs');
    const markdown = restMarkdown();
    for (const path of [...documented.map((name) => `/api/${name}`), '/token', '/api/users/login', '/api/subscribe']) {
      expect(markdown).toContain(`\`${path}\``);
      expect(page.body).toContain(`<code class="path">${path}</code>`);
    }
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body).not.toContain('<script');
  });

  test('the OpenAPI document has every path with its documented names', async () => {
    const response = await rest.send('GET', '/api/openapi.json');
    const { openapi, paths } = response.json();
    expect(openapi).toBe('3.1.0');
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(documented.map((name) => `/api/${name}`)));
    const others = ['/token', '/api/users/login', '/serverhealthstatus/{code}', '/api/images', '/api/audit.csv'];
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(others));
    const body = paths['/api/saveprojectmasterdetail'].post.requestBody.content['application/json'].schema;
    expect(body.required).toEqual(['ProjectTItleText', 'ProjectSubTitleText', 'IsActive']);
    expect(body.properties.ProjectTItleText).toMatchObject({ type: 'string', maxLength: 160, title: 'Title' });
    const data = paths['/api/getallplandetail'].get.responses['200'].content['application/json'].schema.properties.Data;
    expect(Object.keys(data.items.properties)).toContain('PlanFeatureList');
  });

  test('the OpenAPI document states parameters, bodies and responses of each kind of path', async () => {
    const { paths } = (await rest.send('GET', '/api/openapi.json')).json();
    const read = paths['/api/getnavbardetail'].get;
    expect([Object.keys(read.responses), read.parameters, read.requestBody, read.security]).toMatchObject([
      ['200', '304'],
      [{ name: 'all', in: 'query', schema: { enum: ['true'] } }],
      undefined,
      [{}, { bearer: [] }],
    ]);
    const save = paths['/api/savenavbar'].post;
    expect([Object.keys(save.responses), save.parameters, save.security]).toEqual([
      ['200', '400', '401', '403', '404'],
      undefined,
      [{ bearer: [] }],
    ]);
    const saved = save.requestBody.content['application/json'].schema;
    expect(saved.properties.IsActive).toEqual({ anyOf: [{ enum: [0, 1, '0', '1'] }, { type: 'boolean' }] });
    const form = paths['/api/sendemail'].post;
    expect(Object.keys(form.requestBody.content)).toEqual(['application/json', 'application/x-www-form-urlencoded']);
    expect(Object.keys(form.responses)).toEqual(['200', '400', '429']);
    const sent = form.responses['200'].content['application/json'].schema.properties;
    expect([sent.Status.const, sent.Data.const]).toEqual([0, 1]);
    const own = paths['/api/changepassword'].post;
    expect(Object.keys(own.responses)).toEqual(['200', '400', '401']);
    const csv = paths['/api/audit.csv'].get;
    expect(csv.parameters.map((one: { required: boolean }) => one.required)).toEqual(Array(5).fill(false));
    expect(Object.keys(csv.responses)).toEqual(['200', '400', '401', '403']);
    const history = paths['/api/history'].get;
    const named = history.parameters.map((one: { name: string; required: boolean }) => [one.name, one.required]);
    expect(Object.fromEntries(named)).toEqual({ record: false, id: false, before: false, limit: false });
    expect(history.parameters[3]).toMatchObject({ in: 'query', schema: { minimum: 1, maximum: 100, default: 50 } });
    expect([Object.keys(history.responses), history.requestBody]).toEqual([
      ['200', '304', '400', '401', '403'],
      undefined,
    ]);
    const ping = paths['/serverhealthstatus/{code}'].get;
    expect(ping).toMatchObject({ security: [], parameters: [{ name: 'code', in: 'path', required: true }] });
    expect(Object.keys(ping.responses)).toEqual(['200', '404', '429']);
  });

  test('the OpenAPI document names each operation, its section, its parameters and the types of its bodies', async () => {
    const { paths, tags, servers, components } = (await rest.send('GET', '/api/openapi.json')).json();
    expect(servers).toEqual([{ url: publicUrl }]);
    expect(tags).toContainEqual({ name: 'Telephony' });
    expect(components.securitySchemes).toEqual({ bearer: { type: 'http', scheme: 'bearer' } });
    const named = (path: string, verb: string) => [paths[path][verb].operationId, paths[path][verb].tags];
    expect(named('/api/savenavbar', 'post')).toEqual(['savenavbar', ['Menu']]);
    expect(named('/token', 'post')).toEqual(['token', ['Session']]);
    expect(named('/serverhealthstatus/{code}', 'get')).toEqual(['get-serverhealthstatus-code', ['Server health']]);
    expect(named('/api/twilio/status/{row}', 'post')).toEqual(['twilio-status-row', ['Telephony']]);
    expect(Object.keys(paths['/serverhealthstatus/{code}'])).toEqual(['get', 'post']);

    expect(paths['/api/savenavbar'].post.requestBody.required).toBe(true);
    const sync = paths['/api/trello/synctrello'].post;
    expect([sync.requestBody, Object.keys(sync.responses)]).toEqual([undefined, ['200', '401', '403']]);
    const boards = paths['/api/getallsocialicon'].get;
    expect([boards.parameters, boards.requestBody, Object.keys(boards.responses)]).toEqual([
      undefined,
      undefined,
      ['200', '304', '401'],
    ]);

    const text = { type: 'string' };
    const status = paths['/api/twilio/status/{row}'].post;
    expect(status).toMatchObject({
      security: [],
      parameters: [{ name: 'row', in: 'path', required: true, schema: text }],
      requestBody: {
        required: true,
        content: { 'application/x-www-form-urlencoded': { schema: { properties: { AccountSid: text } } } },
      },
    });
    expect(status.responses['204']).toEqual({ description: 'Success' });
    const refused = { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } };
    expect([Object.keys(status.responses), status.responses['403'].content]).toEqual([['204', '403'], refused]);

    const log = paths['/api/twilio/log.csv'].get;
    expect(log.security).toEqual([{ bearer: [] }]);
    expect(log.parameters).toHaveLength(10);
    expect(log.parameters[0]).toMatchObject({ name: 'fromNumber', in: 'query', required: false, schema: text });
    expect(log.parameters[5]).toMatchObject({ name: 'telephonyClientId', schema: { type: 'integer' } });
    expect(Object.keys(log.responses)).toEqual(['200', '400', '401', '403']);
    expect(log.responses['200'].content).toEqual({ 'text/csv': {} });

    const { parameters, responses } = paths['/token'].post;
    expect([parameters, Object.keys(responses)]).toEqual([undefined, ['200', '400', '429']]);
    // An OAuth 2 error, not the envelope.
    const { required } = responses['400'].content['application/json'].schema;
    expect(required).toEqual(['error', 'error_description']);
    expect(responses['200'].content['application/json'].schema.required).toContain('access_token');
    const image = paths['/api/images'].post.requestBody.content['multipart/form-data'].schema;
    expect(image.required).toEqual(['slot', 'image']);
  });

  test('the page and docs/rest.md mark required fields, and name those of the query and of Data', async () => {
    const page = (await rest.send('GET', '/api/docs')).body;
    expect(page).toContain('<strong><code>NavbarText</code></strong>');
    expect(page).toContain('<code>NavbarID</code>');
    expect(page).toMatch(/href="#task-boards-trello-?"/);
    expect(page).not.toContain('<strong><code>NavbarID</code></strong>');
    const line = (path: string) =>
      restMarkdown()
        .split('\n')
        .find((one) => one.includes(`\`${path}\``));
    const navbar = '| GET | `/api/getnavbardetail` | public |';
    expect(line('/api/getnavbardetail')).toContain(navbar);
    expect(line('/api/getnavbardetail')).toMatch(/\| {2}\| NavbarID, MenuId, NavbarText, NavbarLink, IsActive \|$/);
    expect(line('/api/savenavbar')).toMatch(/\| POST .*\| content:publish \|.*\*\*NavbarText\*\*.*\| {2}\|$/);
    expect(line('/api/twilio/log.csv')).toContain('| telephony:read or telephony:own |');
    expect(line('/api/twilio/log.csv')).toContain('fromNumber, toNumber');
    expect(line('/token')).toContain(
      '**grant_type**, username, password, client_id, step, code, response | access_token',
    );
    expect(line('/api/users/login')).toContain('| access_token');
    expect(line('/serverhealthstatus/{code}')).toContain('| GET, POST |');
  });

  test('every reference in the OpenAPI document leads somewhere', async () => {
    const response = await rest.send('GET', '/api/openapi.json');
    const references = [...response.body.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference);
    expect(new Set(references)).toEqual(new Set(['#/components/schemas/Refusal']));
    expect(response.json().components.schemas.Refusal.properties).toHaveProperty('Status');
  });
});
