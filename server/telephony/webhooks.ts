import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { id as idSchema } from '../../contract/fields.ts';
import { type AccountRow, findAccount } from '../../core/telephony/account-access.ts';
import { advance, markContact, recordTold, type Told } from '../../core/telephony/delivery-status.ts';
import { telephonyMessages as log, telephonyClients } from '../../db/schema/telephony.ts';
import type { Dependencies } from '../dependencies.ts';
import { receiveMessage } from './incoming.ts';
import { type FormFields, field, formOf, requireSignature } from './signature.ts';

/** Largest webhook, in bytes: a message of 1600 characters with everything around it takes a tenth of it. */
const bodyLimit = 64_000;
const emptyAnswer = '<?xml version="1.0" encoding="UTF-8"?><Response></Response>';

/** What the provider calls: how a message of ours fares, and messages sent to an account's number. */
export function registerTelephonyWebhooks(app: FastifyInstance, deps: Dependencies): void {
  app.post<{ Params: { row: string } }>('/api/twilio/status/:row', { bodyLimit }, async (request, reply) => {
    const form = formOf(request);
    const row = await findRow(deps, Number(request.params.row));
    await requireSignature(deps, request, row?.account, form);
    if (row?.isOurs) await takeStatus(deps, row, form);
    return reply.code(204).send();
  });

  app.post('/api/twilio/incoming', { bodyLimit }, async (request, reply) => {
    const form = formOf(request);
    const account = await requireSignature(deps, request, await receiver(deps, form), form);
    const answer = await receiveMessage(deps, account, form);
    reply.header('cache-control', 'no-store').type('text/xml; charset=utf-8');
    return reply.send(answer === null ? emptyAnswer : twiml(answer));
  });
}

async function findRow(deps: Dependencies, id: number) {
  if (!idSchema.safeParse(id).success) return undefined;
  const [row] = await deps.db
    .select({
      id: log.id,
      delivery: log.delivery,
      contactId: log.contactId,
      messageSid: log.messageSid,
      telephonyClientId: log.telephonyClientId,
    })
    .from(log)
    .where(eq(log.id, id));
  if (!row || row.telephonyClientId === null) return undefined;
  return { ...row, isOurs: row.delivery !== null, account: await findAccount(deps, row.telephonyClientId) };
}

interface CalledRow {
  id: number;
  contactId: number | null;
  /** Null until the provider has told it. */
  messageSid: string | null;
}

/** Notes a status. Repeated and late calls change nothing: a status only moves forwards. */
async function takeStatus(deps: Dependencies, row: CalledRow, form: FormFields): Promise<void> {
  const messageSid = field(form, 'MessageSid') || field(form, 'SmsSid');
  if (!/^[A-Z]{2}[0-9a-fA-F]{32}$/.test(messageSid)) return;
  const code = Number(field(form, 'ErrorCode')) || null;
  const told: Told = {
    messageSid,
    status: field(form, 'MessageStatus') || field(form, 'SmsStatus'),
    errorCode: code,
    errorMessage: field(form, 'ErrorMessage') || null,
    response: form,
  };
  // A call may come before the answer to the request that sent the message.
  const isNews =
    row.messageSid === messageSid ? (await advance(deps.db, told)).length > 0 : await recordTold(deps.db, row.id, told);
  if (isNews) await markContact(deps.db, row.contactId, code, deps.now());
  else if (row.messageSid !== messageSid) deps.log.error({ messageId: row.id, messageSid }, 'a message was sent twice');
}

/** The account a message was sent to: the SID says whose, the number which of several. */
async function receiver(deps: Dependencies, form: FormFields): Promise<AccountRow | undefined> {
  const number = eq(telephonyClients.twilioPhoneNumber, field(form, 'To'));
  const [account] = await deps.db
    .select()
    .from(telephonyClients)
    .where(and(eq(telephonyClients.accountSid, field(form, 'AccountSid')), number));
  return account;
}

function twiml(message: string): string {
  const text = message.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return emptyAnswer.replace('<Response>', () => `<Response><Message>${text}</Message>`);
}
