import type { SendDeps } from '../channels/notification.ts';
import { createResolver } from '../checks/resolver.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { createMailer } from '../providers/mail.ts';
import { pushKey } from './push-key.ts';

/** Limit of an attempt, without mails. */
const timeoutMs = 10_000;

/** What senders need from a process. */
export function sendDepsOf({ db, config, now }: Pick<CoreDependencies, 'db' | 'config' | 'now'>): SendDeps {
  return {
    check: {
      now,
      resolver: createResolver(),
      arePrivateNetworksAllowed: config.arePrivateNetworksChecked,
      rdapBootstrapUrl: config.rdapBootstrapUrl,
    },
    mailer: createMailer(config),
    publicUrl: config.publicUrl,
    telegramApiBase: config.telegramApiBase,
    pushKey: () => pushKey({ db, config, now }),
    timeoutMs,
  };
}
