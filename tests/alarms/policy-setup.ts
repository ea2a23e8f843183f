import type { PolicyFields } from '../../contract/alarm-policies.ts';
import { sign } from '../fakes/twilio.ts';
import { publicUrl } from '../telephony/setup.ts';
import { makeAlarmSetup } from './setup.ts';

/** The setup of alarms with policies. */
export async function makePolicySetup(variables: Record<string, string> = {}) {
  const setup = await makeAlarmSetup(variables);

  /** A server with an account and three contacts, whose policy notifies them one after the other. */
  async function start(policy: Partial<PolicyFields> = {}) {
    const { server, account, contactId: first } = await setup.addWatched();
    const second = await setup.addContact(account.id, '+15005551002');
    const third = await setup.addContact(account.id, '+15005551003');
    const step = (afterMinutes: number, id: number) => ({
      afterMinutes,
      recipients: [{ kind: 'contact' as const, id }],
    });
    const fields = {
      name: 'Night',
      steps: [step(0, first), step(10, second), step(30, third)],
      scopes: [{ kind: 'server' as const, targetId: server.id }],
      ...policy,
    };
    const { id: policyId } = await setup.admin.alarms.policies.save(fields);
    return { server, account, policyId, fields, contacts: [first, second, third] as const };
  }

  const bodies = async (contactId: number) => (await setup.messagesTo(contactId)).map(({ body }) => String(body));
  const counts = (contacts: readonly number[]) => Promise.all(contacts.map(async (id) => (await bodies(id)).length));
  const detail = () => setup.admin.alarms.incidents.detail({ id: 1 });
  const events = async () => (await detail()).entries.map(({ event }) => event);

  /** An SMS to an account's number, as the provider delivers it; resolves to the answer's body. */
  async function text(account: Awaited<ReturnType<typeof setup.addAccount>>, from: string, body: string) {
    const path = '/api/twilio/incoming';
    const form = setup.twilio.incoming(account.accountSid, from, account.number, body);
    return (await setup.post(path, form, sign(account.authToken, publicUrl + path, form))).body;
  }

  return { ...setup, start, bodies, counts, detail, events, text };
}
