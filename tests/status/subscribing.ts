import { until } from '../fakes/clock.ts';
import type { FakeSmtp } from '../fakes/smtp.ts';
import { makeMailSetup } from '../inbox/setup.ts';
import { makeStatusScene } from './scene.ts';

type MailSetup = Awaited<ReturnType<typeof makeMailSetup>>;

/** The set-up with a mail server and servers on the status page. */
export async function makeSubscribing() {
  const { smtp, setup } = await makeMailSetup();
  await makeStatusScene(setup);
  return { smtp, setup, ...actionsOf(setup, smtp) };
}

function actionsOf(setup: MailSetup['setup'], smtp: FakeSmtp) {
  const { admin, app } = setup;
  const mailsTo = (email: string) => smtp.mails.filter(({ to }) => to.includes(email));
  const isIdle = async () => {
    const { waiting, active } = await setup.deps.queue.overview();
    return waiting + active === 0;
  };
  const post = (url: string) => app.inject({ method: 'POST', url });
  const subscribe = (email: string, website = '') => setup.visitor().status.subscribe({ email, website });

  /** The path of the link in a mail. */
  function linkIn(body: string | undefined, path: 'confirm' | 'unsubscribe'): string {
    return new RegExp(`https://harbour\\.example(/status/${path}/[\\w.-]+)`).exec(body ?? '')?.[1] ?? '';
  }

  /** Subscribes an address up to the mail, and returns the path of its link. */
  async function ask(email: string): Promise<string> {
    const stored = email.toLowerCase();
    const sent = mailsTo(stored).length;
    await subscribe(email);
    await until(() => mailsTo(stored).length > sent);
    await until(isIdle);
    return linkIn(mailsTo(stored).at(-1)?.body, 'confirm');
  }

  /** Subscribes and confirms an address. */
  async function join(email: string): Promise<void> {
    await post(await ask(email));
  }

  /** Makes an incident with servers by their names; returns its id. */
  async function draft(title: string, names: readonly string[] = []): Promise<number> {
    const servers = await admin.status.servers();
    const clientIds = servers.filter(({ name }) => names.includes(name)).map(({ id }) => id);
    return (await admin.status.save({ title, clientIds })).id;
  }

  /** Moves the clock. No job runs. */
  const leap = (seconds: number) => setup.clock.setBack(-seconds);

  /** Waits until the queue has nothing to do. */
  const settle = () => until(isIdle);

  return { mailsTo, post, subscribe, linkIn, ask, join, draft, leap, settle };
}
