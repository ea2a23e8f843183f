import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { maskedToken } from '../../contract/telephony.ts';
import { findAccount } from '../../core/telephony/account-access.ts';
import { markContact } from '../../core/telephony/delivery-status.ts';
import { failureReason } from '../../core/telephony/failure-reason.ts';
import { telephonyOptOuts } from '../../db/schema/telephony.ts';
import { incomingText, relayTexts } from '../../server/telephony/incoming-text.ts';
import { keywordOf } from '../../server/telephony/opt-out.ts';
import { sign } from '../fakes/twilio.ts';
import { makeSetup, type Neighbour, publicUrl, type Setup } from './setup.ts';

let setup: Setup;
let account: Awaited<ReturnType<Setup['addAccount']>>;
let contactId: number;
let neighbour: Neighbour;
beforeEach(async () => {
  setup = await makeSetup();
  account = await setup.addAccount();
  contactId = await setup.addContact(account.id);
  neighbour = await setup.addNeighbour();
});
afterEach(async () => {
  await neighbour.expectUntouched();
  await setup.remove();
});

const incoming = '/api/twilio/incoming';

/** Posts a form with an account's signature. */
async function signed(path: string, fields: Record<string, string>, by = account) {
  return setup.post(path, fields, sign(by.authToken, publicUrl + path, fields));
}

describe('status callbacks', () => {
  let path: string;
  let sid: string;
  beforeEach(async () => {
    const { id } = await setup.admin.telephony.contacts.sendTest({ contactId, text: 'Hello', requestId: 'request-1' });
    await setup.settled();
    path = `/api/twilio/status/${id}`;
    sid = setup.twilio.messages[0]?.sid ?? '';
  });

  const fields = (status: string, more: Record<string, string> = {}) => ({
    MessageSid: sid,
    SmsSid: sid,
    MessageStatus: status,
    AccountSid: account.accountSid,
    // The provider may add fields at any time, including empty ones and ones that need escaping.
    RawDlrDoneDate: '',
    Note: 'ä & + = %',
    ...more,
  });
  const status = async () => (await setup.messages())[0]?.status;

  test('only move the status forwards, in whatever order they arrive', async () => {
    expect((await signed(path, fields('sent'))).statusCode).toBe(204);
    expect(await status()).toBe('sent');
    await signed(path, fields('sending'));
    expect(await status()).toBe('sent');
    await signed(path, fields('delivered'));
    await signed(path, fields('delivered'));
    await signed(path, fields('failed'));
    await signed(path, fields('something-new'));
    expect(await status()).toBe('delivered');
  });

  test('store the error', async () => {
    await signed(path, fields('undelivered', { ErrorCode: '21610' }));
    expect((await setup.messages())[0]).toMatchObject({ status: 'undelivered', error: { code: 21610 } });
    expect((await setup.admin.telephony.contacts.list({}))[0]).toMatchObject({ problemCode: 21610 });
  });

  test('add what is learnt later at the same status, and keep what is known', async () => {
    await signed(path, fields('undelivered', { ErrorCode: '30003' }));
    const [row] = await setup.messages();
    const { log } = setup.admin.telephony;
    const details = () => log.details({ id: row?.id ?? 0 });
    const reason = 'The phone is switched off or out of reach. (Twilio error 30003)';
    expect(await details()).toMatchObject({ reason, price: null, response: { MessageStatus: 'undelivered' } });
    const [message] = setup.twilio.messages;
    Object.assign(message ?? {}, {
      status: 'undelivered',
      error_code: 30003,
      error_message: 'Unreachable destination handset',
      price: '-0.00790',
      num_segments: '2',
      date_sent: message?.date_created,
    });
    await setup.admin.telephony.clients.sync({ id: account.id });
    await setup.settled();
    expect(await details()).toMatchObject({
      reason,
      price: '0.00790 USD',
      segments: 2,
      response: { sid, status: 'undelivered' },
      error: { code: 30003, message: 'Unreachable destination handset' },
    });
    // The same callback again knows less.
    await signed(path, fields('undelivered', { ErrorCode: '30003' }));
    expect(await details()).toMatchObject({
      price: '0.00790 USD',
      error: { message: expect.stringContaining('handset') },
    });
    expect((await log.page({ telephonyClientId: account.id })).rows[0]).toMatchObject({ reason, hasError: true });
  });

  test('say what the product knows where the provider gives no code or an unknown one', async () => {
    await signed(path, fields('undelivered'));
    const [row] = await setup.messages();
    const progress = async () => (await setup.admin.telephony.log.progress({ id: row?.id ?? 0 })).reason;
    expect(await progress()).toBe('Twilio gives no reason.');
    await signed(path, fields('undelivered', { ErrorCode: '39999' }));
    expect(await progress()).toBe('Twilio gives no words for this error. (Twilio error 39999)');
    await signed(path, fields('undelivered', { ErrorCode: '39999', ErrorMessage: 'Solar storm' }));
    expect(await progress()).toBe('Solar storm (Twilio error 39999)');
    await signed(path, fields('undelivered', { ErrorCode: '39999' }));
    expect(await progress()).toBe('Solar storm (Twilio error 39999)');
    // The common codes have words of the product (Twilio's error dictionary).
    const common = [10001, 14107, 20003, 20005, 20404, 20429, 21211, 21212, 21265, 21266, 21408, 21602, 21603, 21604];
    common.push(21606, 21608, 21609, 21610, 21611, 21612, 21614, 21617, 21635, 21659, 21660, 21661, 21703, 63038);
    common.push(30001, 30002, 30003, 30004, 30005, 30006, 30007, 30008, 30009, 30010, 30017, 30018, 30019, 30022);
    common.push(30023, 30024, 30027, 30032, 30033, 30034, 30035, 30036, 30038, 30039, 30410, 30450, 30454, 30485);
    for (const code of common)
      expect(failureReason({ status: 'failed', error: { code, message: 'Words of Twilio' } })).not.toContain(
        'Words of Twilio',
      );
  });

  test('are not undone by the answer to the request, which may arrive later', async () => {
    const { twilio, admin } = setup;
    twilio.answerAfter = 300;
    let callback: Promise<unknown> | undefined;
    twilio.onCreate = (isTaken) => {
      const message = twilio.messages.at(-1);
      if (!isTaken || !message) return;
      sid = message.sid;
      const own = new URL(twilio.callbacks.get(sid) ?? '').pathname;
      callback = signed(own, fields('undelivered', { ErrorCode: '30005' }));
    };
    const { id } = await admin.telephony.contacts.sendTest({ contactId, text: 'Again', requestId: 'request-2' });
    await setup.settled();
    await callback;
    expect(await admin.telephony.log.details({ id })).toMatchObject({
      status: 'undelivered',
      reason: 'The number is unknown or no longer in use. (Twilio error 30005)',
      response: { MessageStatus: 'undelivered' },
    });
  });

  test('show a status that the product does not know, until a known one follows', async () => {
    await signed(path, fields('quarantined'));
    const [row] = await setup.messages();
    const { log } = setup.admin.telephony;
    const shown = async () => [
      (await log.page({ telephonyClientId: account.id })).rows[0]?.status,
      (await log.details({ id: row?.id ?? 0 })).status,
      (await log.progress({ id: row?.id ?? 0 })).status,
    ];
    expect(await shown()).toEqual(['quarantined', 'quarantined', 'quarantined']);
    await signed(path, fields('sent'));
    expect(await shown()).toEqual(['sent', 'sent', 'sent']);
  });

  test('of an account change no message of another account, whatever SID they name', async () => {
    // The neighbour's message; the account's own token signs.
    sid = neighbour.messageSid;
    await signed(path, fields('failed', { ErrorCode: '21610' }));
    const { id } = await setup.admin.telephony.contacts.sendTest({ contactId, text: 'B', requestId: 'request-2' });
    await signed(`/api/twilio/status/${id}`, fields('failed', { ErrorCode: '21610' }));
    await setup.settled();
    expect((await setup.messages()).map(({ status }) => status)).toEqual(['queued', 'queued']);
  });

  test('are refused and change nothing when forged', async () => {
    const other = await setup.addAccount();
    const form = fields('delivered');
    const good = sign(account.authToken, publicUrl + path, form);
    expect((await setup.post(path, form, '')).statusCode).toBe(403);
    expect((await setup.post(path, form, `${good}x`)).statusCode).toBe(403);
    expect((await setup.post(path, { ...form, MessageStatus: 'failed' }, good)).statusCode).toBe(403);
    expect((await setup.post(path, { ...form, Added: '1' }, good)).statusCode).toBe(403);
    expect((await setup.post(`${path}?x=1`, form, good)).statusCode).toBe(403);
    expect((await signed(path, form, other)).statusCode).toBe(403);
    expect((await signed(path, { ...form, AccountSid: other.accountSid }, other)).statusCode).toBe(403);
    expect((await signed('/api/twilio/status/999999', form)).statusCode).toBe(403);
    expect((await signed('/api/twilio/status/x', form)).statusCode).toBe(403);
    expect(await status()).toBe('queued');
  });

  test('mark the contact even if the error arrives before the response to the request', async () => {
    setup.twilio.mishaps.create.push('reset-after');
    await setup.admin.telephony.contacts.sendTest({ contactId, text: 'Again', requestId: 'request-2' });
    await setup.settled();
    const unknown = (await setup.messages())[1];
    sid = setup.twilio.messages[1]?.sid ?? '';
    await signed(`/api/twilio/status/${unknown?.id}`, fields('undelivered', { ErrorCode: '21614' }));
    expect((await setup.messages())[1]).toMatchObject({ status: 'undelivered', messageSid: sid });
    expect((await setup.admin.telephony.contacts.list({}))[0]).toMatchObject({ problemCode: 21614 });
  });

  test('resolve an unknown outcome', async () => {
    setup.twilio.mishaps.create.push('reset-after');
    await setup.admin.telephony.contacts.sendTest({ contactId, text: 'Again', requestId: 'request-2' });
    await setup.settled();
    const [, unknown] = await setup.messages();
    sid = setup.twilio.messages[1]?.sid ?? '';
    expect(unknown).toMatchObject({ delivery: 'handing-over', messageSid: null });
    await signed(`/api/twilio/status/${unknown?.id}`, fields('delivered'));
    await setup.elapse(900);
    expect((await setup.messages())[1]).toMatchObject({ delivery: 'done', messageSid: sid, status: 'delivered' });
    expect(setup.twilio.messages.length).toBe(2);
  });
});

describe('incoming messages', () => {
  const say = (body: string, from = '+15005559999') =>
    setup.twilio.incoming(account.accountSid, from, account.number, body);

  test('are logged and relayed to the active contacts, once', async () => {
    await setup.addContact(account.id, '+15005551002');
    const inactive = { twilioPhoneNumber: '+15005551003', friendlyName: 'Away', isActive: false };
    await setup.admin.telephony.contacts.save({ parentId: account.id, values: inactive });
    const form = say('Is the ferry running?');
    const answer = await signed(incoming, form);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toContain('text/xml');
    expect(answer.body).toContain('<Response></Response>');
    await setup.settled();
    await setup.addContact(account.id, '+15005551004');
    await signed(incoming, form);
    await setup.elapse(100);
    const sent = setup.twilio.messages.filter(({ direction }) => direction === 'outbound-api');
    expect(sent.map(({ to }) => to).sort()).toEqual(['+15005551001', '+15005551002']);
    expect(sent[0]?.body).toBe('+15005559999: Is the ferry running?');
    const rows = await setup.messages();
    expect(rows.length).toBe(3);
    expect(rows.every(({ requestFrom }) => requestFrom === '+15005559999')).toBe(true);
    expect(rows.find(({ status }) => status === 'received')).toMatchObject({ messageSid: form.MessageSid });
  });

  test('are relayed even if the log import stored them before', async () => {
    const form = say('Hello');
    await setup.admin.telephony.clients.sync({ id: account.id });
    await setup.settled();
    expect((await setup.messages()).length).toBe(1);
    await signed(incoming, form);
    await setup.settled();
    expect((await setup.messages()).length).toBe(2);
  });

  test('are not relayed to the sender or to our own numbers, which would relay them back', async () => {
    const other = await setup.addAccount();
    await setup.addContact(account.id, other.number);
    await setup.addContact(account.id, '+15005551002');
    await signed(incoming, say('Hello', '+15005551002'));
    await setup.settled();
    const sent = setup.twilio.messages.filter(({ direction }) => direction === 'outbound-api');
    expect(sent.map(({ to }) => to)).toEqual(['+15005551001']);
  });

  test('are refused and not stored when forged', async () => {
    const other = await setup.addAccount();
    const form = say('Hello');
    expect((await setup.post(incoming, form, 'nonsense')).statusCode).toBe(403);
    expect((await signed(incoming, form, other)).statusCode).toBe(403);
    expect((await signed(incoming, { ...form, To: '+15009998888' })).statusCode).toBe(403);
    expect(await setup.messages()).toEqual([]);
  });

  test('with STOP, START and HELP are obeyed', async () => {
    const stop = say('  Stop ', '+15005551001');
    await signed(incoming, stop);
    const contact = async () => (await setup.admin.telephony.contacts.list({}))[0];
    expect((await contact())?.notice).toContain('STOP');
    const send = (requestId: string) => setup.admin.telephony.contacts.sendTest({ contactId, text: 'Hi', requestId });
    await expect(send('request-1')).rejects.toThrow('STOP');
    await signed(incoming, say('Anyone?'));
    await setup.settled();
    expect((await setup.messages()).find(({ toNumber }) => toNumber === '+15005551001')).toMatchObject({
      status: 'canceled',
    });
    await signed(incoming, say('START', '+15005551001'));
    expect((await contact())?.notice).toBe(null);
    // A repeated delivery of STOP after START has no effect.
    await signed(incoming, stop);
    const ofAccount = eq(telephonyOptOuts.telephonyClientId, account.id);
    expect(await setup.deps.db.$count(telephonyOptOuts, ofAccount)).toBe(0);
    await send('request-2');
  });

  test('with HELP are answered only by an account whose provider does not', async () => {
    const help = async (more = {}) => (await signed(incoming, { ...say('help', '+15005551001'), ...more })).body;
    expect(await help()).toContain('<Response></Response>');
    await answersHelp(true);
    expect(await help()).toContain('<Message>Project 1: messages from');
    expect(await help({ OptOutType: 'HELP' })).toContain('<Response></Response>');
    await setup.settled();
    expect(relayed()).toEqual([]);
  });

  test('OptOutType decides which messages are keywords', async () => {
    const optOuts = () => setup.deps.db.$count(telephonyOptOuts, eq(telephonyOptOuts.telephonyClientId, account.id));
    await signed(incoming, { ...say('ARRET', '+15005559999'), OptOutType: 'STOP' });
    expect(await optOuts()).toBe(1);
    await signed(incoming, { ...say('REPRENDRE', '+15005559999'), OptOutType: 'START' });
    expect(await optOuts()).toBe(0);
    await signed(incoming, { ...say('Aidez-moi', '+15005559999'), OptOutType: 'HELP' });
    await setup.settled();
    expect(relayed()).toEqual([]);
  });

  test('with Yes are relayed, unless the sender had opted out', async () => {
    await signed(incoming, say('Yes'));
    // Two jobs at once may send in either order.
    await setup.settled();
    await signed(incoming, say('yes please'));
    await setup.settled();
    expect(relayed()).toEqual(['+15005559999: Yes', '+15005559999: yes please']);
    await signed(incoming, say('stop'));
    await signed(incoming, say('YES'));
    await setup.settled();
    expect(relayed().length).toBe(2);
    expect(await setup.deps.db.$count(telephonyOptOuts, eq(telephonyOptOuts.telephonyClientId, account.id))).toBe(0);
    // The provider reports that the contact has unsubscribed.
    const other = await setup.addContact(account.id, '+15005551003');
    await markContact(setup.deps.db, other, 21610, setup.clock.now());
    await signed(incoming, say('Yes', '+15005551003'));
    await setup.settled();
    expect(relayed().length).toBe(2);
    const contacts = await setup.admin.telephony.contacts.list({ parentId: account.id });
    expect(contacts.find(({ id }) => id === other)).toMatchObject({ problemCode: null });
  });

  test('with pictures are relayed with their links', async () => {
    const picture = (place: number) => `https://media.example/ME${place}?a=1&b=2`;
    await signed(incoming, {
      ...say('Look'),
      NumMedia: '2',
      MediaUrl0: picture(0),
      MediaContentType0: 'image/jpeg',
      MediaUrl1: picture(1),
      MediaContentType1: 'image/png',
    });
    await signed(incoming, { ...say(''), NumMedia: '1', MediaUrl0: picture(2), MediaContentType0: 'video/mp4' });
    await setup.settled();
    expect(relayed()).toEqual([
      `+15005559999: Look\nPicture 1 of 2: ${picture(0)}\nPicture 2 of 2: ${picture(1)}`,
      `+15005559999: Video: ${picture(2)}`,
    ]);
    // The log shows the links too, also after the import of the provider's record.
    await setup.admin.telephony.clients.sync({ id: account.id });
    await setup.settled();
    const received = (await setup.messages()).filter(({ status }) => status === 'received');
    expect(received.map(({ body }) => body)).toContain(`Video: ${picture(2)}`);
  });

  test.each([
    ['image/png', 'Picture'],
    ['video/mp4', 'Video'],
    ['audio/mpeg', 'Recording'],
    ['text/x-vcard', 'Contact card'],
    ['text/vcard', 'Contact card'],
    ['application/pdf', 'Attachment'],
    ['', 'Attachment'],
  ])('with an attachment of the type %j call it %s', (type, noun) => {
    const form = { Body: '', NumMedia: '1', MediaContentType0: type, MediaUrl0: 'https://media.example/ME0' };
    expect(incomingText(form)).toBe(`${noun}: https://media.example/ME0`);
  });

  test('with attachments number them, name a missing link and end at twenty', () => {
    expect(incomingText({ Body: ' Look ', NumMedia: '2', MediaUrl1: 'b' })).toBe(
      'Look\nAttachment 1 of 2: no link\nAttachment 2 of 2: b',
    );
    expect(incomingText({ Body: '', NumMedia: '21' }).split('\n').length).toBe(20);
    for (const NumMedia of ['', '0', 'many']) expect(incomingText({ Body: 'A\0B', NumMedia })).toBe('AB');
    expect(incomingText({ Body: '' })).toBe('');
  });

  test('are relayed in one message up to its limit, then in several with their numbers', () => {
    const from = '+15005559999';
    const fits = 'a'.repeat(1600 - `${from}: `.length);
    expect(relayTexts(from, fits)).toEqual([`${from}: ${fits}`]);
    const room = 1600 - `${from} (99/99): `.length;
    expect(relayTexts(from, `${fits}a`)).toEqual([
      `${from} (1/2): ${'a'.repeat(room)}`,
      `${from} (2/2): ${'a'.repeat(fits.length + 1 - room)}`,
    ]);
  });

  test.each([
    ['stop', 'STOP', 'StopAll', ' unsubscribe ', 'cancel', 'end', 'quit', 'revoke', 'optout'],
    ['start', 'START', 'unstop'],
    ['help', 'Help', 'INFO'],
  ] as const)('with the keywords of %s', async (keyword, ...words) => {
    const row = await findAccount(setup.deps, account.id);
    if (!row) throw new Error('no account');
    const read = (Body: string, OptOutType = '') =>
      keywordOf(setup.deps.db, row, { Body, From: '+15005559999', OptOutType });
    for (const word of words) expect([word, await read(word)]).toEqual([word, keyword]);
    for (const text of [`${words[0]} it`, `please ${words[0]}`, ''])
      expect([text, await read(text)]).toEqual([text, null]);
    expect(await read('anything', keyword)).toBe(keyword);
    expect(await read('anything', 'OTHER')).toBe(null);
  });

  test('of an account that is not active are logged and not relayed', async () => {
    const { accountSid, number: twilioPhoneNumber } = account;
    const values = { twilioPhoneNumber, phoneNumber: '+15007770099', projectName: 'P', accountSid, isDefault: false };
    await setup.admin.telephony.clients.save({
      id: account.id,
      values: { ...values, authToken: maskedToken, isActive: false },
    });
    expect((await signed(incoming, say('Hello'))).statusCode).toBe(200);
    await setup.settled();
    expect(await setup.messages()).toMatchObject([{ status: 'received', body: 'Hello', error: null }]);
  });

  test('name their SID in either field; without one they are refused', async () => {
    const { MessageSid = '', ...form } = say('Hello');
    expect((await signed(incoming, { ...form, SmsSid: MessageSid })).statusCode).toBe(200);
    await setup.settled();
    expect((await setup.messages()).map(({ messageSid }) => messageSid)).toContain(MessageSid);
    const stored = (await setup.messages()).length;
    for (const sid of ['', 'SM123', `sm${'0'.repeat(32)}`, `${MessageSid}0`])
      expect((await signed(incoming, { ...form, SmsSid: sid, MessageSid: sid })).statusCode).toBe(400);
    expect((await setup.messages()).length).toBe(stored);
  });

  test('have the provider’s number of segments, else the counted one', async () => {
    await signed(incoming, { ...say('One'), NumSegments: '7' });
    await signed(incoming, { ...say('a'.repeat(161)), NumSegments: '' });
    const received = (await setup.messages()).filter(({ status }) => status === 'received');
    expect(received.map(({ segments }) => segments)).toEqual([7, 2]);
  });

  test('that are no form are refused', async () => {
    const headers = { 'content-type': 'application/json', 'x-twilio-signature': 'any' };
    for (const payload of ['{}', '[]', 'null', '{"AccountSid":1}']) {
      const { statusCode } = await setup.app.inject({ method: 'POST', url: incoming, payload, headers });
      expect([payload, statusCode >= 400 && statusCode < 500]).toEqual([payload, true]);
    }
  });

  test('that are too long for one message are relayed whole, in several', async () => {
    const family = '👨‍👩‍👧';
    const text = `${'The ferry leaves at noon. '.repeat(40)}${family.repeat(120)}${'é'.repeat(300)}`;
    await signed(incoming, say(text));
    await setup.elapse(100);
    const parts = relayed().toSorted();
    expect(parts.length).toBeGreaterThan(1);
    const bodies = parts.map((part, place) => {
      expect(part.length).toBeLessThanOrEqual(1600);
      const prefix = `+15005559999 (${place + 1}/${parts.length}): `;
      expect(part.startsWith(prefix)).toBe(true);
      expect(part.isWellFormed()).toBe(true);
      return part.slice(prefix.length);
    });
    // Only white space at a cut is left out; no family is torn apart.
    expect(bodies.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
    const familiesOf = (body: string) => body.split(family).length - 1;
    expect(bodies.map(familiesOf).reduce((sum, count) => sum + count)).toBe(120);
  });

  test('of a loop between machines are logged and not relayed', async () => {
    const reasons = async () =>
      (await setup.messages()).filter(({ status }) => status === 'received').map((row) => failureReason(row));
    // Another installation relays our message back to us.
    await signed(incoming, say(`${account.number}: +15005551001: Hello`));
    expect(await reasons()).toEqual([expect.stringContaining('came back')]);
    for (let count = 0; count < 7; count += 1) await signed(incoming, say('I am driving.', '+15005558888'));
    await setup.settled();
    expect(relayed()).toEqual(Array(5).fill('+15005558888: I am driving.'));
    for (let count = 0; count < 33; count += 1) await signed(incoming, say(`Reply ${count}`, '+15005557777'));
    await setup.settled();
    expect(relayed().filter((body) => body.startsWith('+15005557777')).length).toBe(30);
    expect((await reasons()).filter((reason) => reason !== null).length).toBe(1 + 2 + 3);
    await setup.elapse(601);
    await signed(incoming, say('I am driving.', '+15005558888'));
    await signed(incoming, say('Reply 99', '+15005557777'));
    await setup.settled();
    expect(relayed().slice(-2).toSorted()).toEqual(['+15005557777: Reply 99', '+15005558888: I am driving.']);
  });

  test('of another account change nothing of this one, whatever SID they name', async () => {
    const form = say('Hello');
    const stolen = { ...say('Hello'), AccountSid: neighbour.accountSid, MessageSid: form.MessageSid ?? '' };
    // Only a client that signs with its own token can try this; its own contacts then get the message.
    const other = await setup.addAccount();
    await setup.addContact(other.id, '+15005551001');
    const forged = { ...stolen, AccountSid: other.accountSid, To: other.number };
    expect((await signed(incoming, forged, other)).statusCode).toBe(200);
    await signed(incoming, form);
    await setup.settled();
    const sent = setup.twilio.messages.filter(({ direction }) => direction === 'outbound-api');
    expect(sent.filter(({ from }) => from === account.number).length).toBe(1);
  });

  /** Texts that the account sent to its first contact, in order. */
  function relayed(): string[] {
    return setup.twilio.messages
      .filter(
        ({ direction, from, to }) => direction === 'outbound-api' && from === account.number && to === '+15005551001',
      )
      .map(({ body }) => body);
  }

  async function answersHelp(answers: boolean): Promise<void> {
    const { accountSid, number } = account;
    const values = {
      twilioPhoneNumber: number,
      phoneNumber: '+15007770099',
      projectName: 'Project 1',
      accountSid,
      authToken: maskedToken,
      isActive: true,
      isDefault: false,
    };
    await setup.admin.telephony.clients.save({ id: account.id, values: { ...values, answersHelp: answers } });
  }
});
