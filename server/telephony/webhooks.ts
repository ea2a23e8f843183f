import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { id as idSchema } from '../../contract/fields.ts';
import { parseSegments } from '../../contract/sms-segments.ts';
import { type AccountRow, findAccount } from '../../core/telephony/account-access.ts';
import { type DeliveryUpdate, markContact, recordDeliveryUpdate } from '../../core/telephony/delivery-status.ts';
import { telephonyMessages as log, telephonyClients } from '../../db/schema/telephony.ts';
import type { Dependencies } from '../dependencies.ts';
import { customRoute } from '../rest/custom-route.ts';
import { receiveMessage } from './incoming.ts';
import { type FormFields, formField, formOf, requireSignature } from './signature.ts';

const emptyReply = '<?xml version="1.0" encoding="UTF-8"?><Response></Response>';

const unsigned = { 403: 'The signature of the account is missing or wrong' } as const;

const statusWebhook = customRoute({
  methods: ['POST'],
  path: '/api/twilio/status/:row',
  access: 'public',
  summary: 'Webhook: the provider reports the delivery status of a message; signed by the account’s AuthToken',
  documents: {
    body: {
      type: 'application/x-www-form-urlencoded',
      schema: z.object({ AccountSid: z.string(), MessageSid: z.string(), MessageStatus: z.string() }),
    },
    types: [],
    refusals: unsigned,
  },
  handler: (deps) => async (request, reply) => {
    const form = formOf(request);
    const row = await findRow(deps, Number(request.params.row));
    await requireSignature(deps, request, row?.account, form);
    if (row?.isOurs) await recordStatus(deps, row, form);
    return reply.code(204).send();
  },
});

const incomingWebhook = customRoute({
  methods: ['POST'],
  path: '/api/twilio/incoming',
  access: 'public',
  summary: 'Webhook: the provider delivers a message to an account’s number; signed by the account’s AuthToken',
  documents: {
    body: {
      type: 'application/x-www-form-urlencoded',
      schema: z.object({
        AccountSid: z.string(),
        MessageSid: z.string(),
        From: z.string(),
        To: z.string(),
        Body: z.string(),
      }),
    },
    types: ['text/xml'],
    refusals: unsigned,
  },
  handler: (deps) => async (request, reply) => {
    const form = formOf(request);
    const account = await requireSignature(deps, request, await findReceiver(deps, form), form);
    const text = await receiveMessage(deps, account, form);
    reply.header('cache-control', 'no-store').type('text/xml; charset=utf-8');
    return reply.send(text === null ? emptyReply : twiml(text));
  },
});

/** Webhooks of the SMS provider. */
export const webhookRoutes = [statusWebhook, incomingWebhook];

async function findRow(deps: Dependencies, id: number) {
  if (!idSchema.safeParse(id).success) return undefined;
  const [row] = await deps.db
    .select({
      id: log.id,
      delivery: log.delivery,
      contactId: log.contactId,
      accountSid: log.accountSid,
      telephonyClientId: log.telephonyClientId,
    })
    .from(log)
    .where(eq(log.id, id));
  if (!row || row.telephonyClientId === null) return undefined;
  return { ...row, isOurs: row.delivery !== null, account: await findAccount(deps, row.telephonyClientId) };
}

/** Records a status. Repeated and late calls change nothing: a status only moves forwards. */
async function recordStatus(
  deps: Dependencies,
  row: { id: number; contactId: number | null; accountSid: string },
  form: FormFields,
): Promise<void> {
  const messageSid = formField(form, 'MessageSid') || formField(form, 'SmsSid');
  if (!/^[A-Z]{2}[0-9a-fA-F]{32}$/.test(messageSid)) return;
  const code = Number(formField(form, 'ErrorCode')) || null;
  const update: DeliveryUpdate = {
    messageSid,
    status: formField(form, 'MessageStatus') || formField(form, 'SmsStatus'),
    errorCode: code,
    errorMessage: formField(form, 'ErrorMessage') || null,
    segments: parseSegments(formField(form, 'NumSegments')),
    response: form,
    isWhole: false,
  };
  // The webhook may arrive before the response to the request that sent the message.
  if (await recordDeliveryUpdate(deps.db, row, update, 'proof'))
    await markContact(deps.db, row.contactId, code, deps.now());
  else deps.log.error({ messageId: row.id, messageSid }, 'a message was sent twice');
}

/** The account a message was sent to: accounts may share an AccountSID, but not a number. */
async function findReceiver(deps: Dependencies, form: FormFields): Promise<AccountRow | undefined> {
  const number = eq(telephonyClients.twilioPhoneNumber, formField(form, 'To'));
  const [account] = await deps.db
    .select()
    .from(telephonyClients)
    .where(and(eq(telephonyClients.accountSid, formField(form, 'AccountSid')), number));
  return account;
}

function twiml(message: string): string {
  const text = message.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return emptyReply.replace('<Response>', () => `<Response><Message>${text}</Message>`);
}
