import { reconcileMonitors } from '../../core/health/reconcile.ts';
import { alarmChannels } from '../../db/schema/alarms.ts';
import { boardLabels, boardLists, boardShares, boards } from '../../db/schema/boards.ts';
import { clientHeadings, clients } from '../../db/schema/clients.ts';
import { telephonyClients, telephonyContacts, telephonyMessages } from '../../db/schema/telephony.ts';
import type { Dependencies } from '../../server/dependencies.ts';

/** The ids of what one account has. */
export type Tenant = Awaited<ReturnType<typeof addTenant>>;

/**
 * Adds an account with two contacts, a message, a monitored server and a shared board. Every text of them contains `name`,
 * so that an answer with the name shows another one's data.
 */
export async function addTenant({ db, now }: Dependencies, name: string, hex: string, isActive = true) {
  const account = await inserted(
    db
      .insert(telephonyClients)
      .values({
        clientName: `${name} & Co`,
        projectName: `${name} project`,
        twilioPhoneNumber: `+1500${name}`,
        phoneNumber: `+1501${name}`,
        accountSid: `AC-${name}`,
        authToken: 'never opened here',
        isDefault: false,
        isActive,
        createdAt: now(),
      })
      .returning(),
  );
  const contact = (number: string) => ({
    parentId: account.id,
    friendlyName: `${name} ${number}`,
    twilioPhoneNumber: number,
    isActive: true,
  });
  const contacts = await db
    .insert(telephonyContacts)
    .values([contact('+15005551001'), contact('+15005551002')])
    .returning();
  await db.insert(alarmChannels).values(
    contacts.map(({ id }) => ({
      telephonyClientId: account.id,
      contactId: id,
      kind: 'email' as const,
      name: `${name} mail`,
      target: `${name}@example.com`,
      sealed: 'never opened here',
      createdAt: now(),
    })),
  );
  const message = await inserted(
    db
      .insert(telephonyMessages)
      .values({
        telephonyClientId: account.id,
        fromNumber: `+1500${name}`,
        toNumber: '+15005551001',
        accountSid: `AC-${name}`,
        messageSid: `SM-${name}`,
        status: 'delivered',
        rank: 9,
        createdOn: now(),
        body: `${name} calls`,
        response: { text: name },
      })
      .returning(),
  );
  const heading = await inserted(
    db.insert(clientHeadings).values({ title: 'Clients', subTitle: '', isActive: true }).returning(),
  );
  const server = await inserted(
    db
      .insert(clients)
      .values({
        parentId: heading.id,
        name: `${name} server`,
        displayOrder: 1,
        healthCode: `code-of-${name}-0123456789`,
        checkInterval: 'hour',
        telephonyClientId: account.id,
        showOnHomePage: false,
        isActive: true,
      })
      .returning(),
  );
  await reconcileMonitors(db, now());
  const [trelloId, listId] = [hex.repeat(24), hex.repeat(23).concat('0')];
  const board = await inserted(
    db
      .insert(boards)
      .values({ trelloId, name: `${name} board`, seenIn: 1 })
      .returning(),
  );
  await db.insert(boardShares).values({ boardId: board.id, telephonyClientId: account.id });
  await db.insert(boardLists).values({ id: listId, boardId: board.id, name: `${name} list`, position: 0, seenIn: 1 });
  await db.insert(boardLabels).values({ id: `label-${hex}`, boardId: board.id, name: `${name} label`, seenIn: 1 });
  return {
    account: account.id,
    contacts: contacts.map(({ id }) => id),
    message: message.id,
    server: server.id,
    board: trelloId,
    list: listId,
  };
}

async function inserted<Row>(statement: PromiseLike<Row[]>): Promise<Row> {
  const [row] = await statement;
  if (row === undefined) throw new Error('no row');
  return row;
}

/** Reads of one account's data by its ids: an entry point with its input. */
export function readsOf({ account, message, server, board, list }: Tenant): readonly [name: string, input?: object][] {
  return [
    ['GET /api/twilio/gettwilioclientcontactinfo'],
    ['POST /api/twilio/gettwilioclientcontactinfobyid', { Id: account }],
    ['GET /api/twilio/gettwiliologlist'],
    ['POST /api/twilio/gettwiliologlistbyfilter', { TwilioClientID: account }],
    ['POST /api/twilio/gettwiliologlistbytwilioclientid', { TwilioClientID: account }],
    ['GET /api/twilio/log.csv', { telephonyClientId: account }],
    ['GET /api/twilio/log.json', { telephonyClientId: account }],
    ['GET /api/getclienttasklist'],
    ['GET /api/getclientdetail'],
    ['POST /api/trello/getboards', {}],
    ['POST /api/trello/getboardlists', { BoardId: board }],
    ['GET /api/trello/exportlistexpense', { listId: list, format: 'csv' }],
    ['GET /api/trello/exportexpenses', { boardId: board, format: 'csv' }],
    ['GET /api/trello/getalllabellist'],
    ['query telephony.choices'],
    ['query telephony.contacts.list', { parentId: account }],
    ['query telephony.log.page', { ...noFilter, telephonyClientId: account }],
    ['query telephony.log.search', { ...noFilter, telephonyClientId: account, text: '+15005551001' }],
    ['query telephony.log.details', { id: message }],
    ['query telephony.log.story', { id: message }],
    ['query telephony.log.costs', { month: '2026-03' }],
    ['query find.search', { text: '+15005551001' }],
    ['query alarms.channels.list', {}],
    ['GET /api/health/channels'],
    ['query health.list'],
    ['GET /api/health/monitors'],
    ['query health.detail', { id: server }],
    ['query boards.list'],
    ['query boards.lists', { boardId: board }],
    ['query boards.labels'],
  ];
}

const noFilter = { fromNumber: '', toNumber: '', messageSid: '', accountSid: '', requestFrom: '' };

/** Writes to one account's data by its ids. */
export function writesTo({
  account,
  contacts: [first = 0, second = 0],
}: Tenant): readonly [name: string, input: object][] {
  const contact = { twilioPhoneNumber: '+15005559999', friendlyName: 'Taken over', isActive: true };
  return [
    [
      'POST /api/twilio/savetwilioclientcontactinfo',
      {
        Id: first,
        TwilioClientID: account,
        TwilioPhoneNumber: '+15005559999',
        FriendlyName: 'Taken over',
        IsActive: 1,
      },
    ],
    ['mutation telephony.contacts.save', { id: first, parentId: account, values: contact }],
    [
      'mutation alarms.channels.save',
      { contactId: first, kind: 'email', name: 'Taken over', target: 'me@example.com' },
    ],
    ['mutation telephony.contacts.sendTest', { contactId: first, text: 'Hello', requestId: 'request-1' }],
    ['mutation telephony.contacts.reorder', { ids: [second, first], from: [first, second] }],
    ['POST /api/twilio/deleteclientcontactinfo', { Id: first }],
    ['mutation telephony.contacts.delete', { id: second }],
  ];
}
