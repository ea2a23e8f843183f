import type { SendDeps } from '../channels/notification.ts';
import { createResolver } from '../checks/resolver.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { createMailer } from '../providers/mail.ts';

/** Limit of an attempt, without mails. */
const timeoutMs = 10_000;

/** What senders need from a process. */
export function sendDepsOf({ config, now }: Pick<CoreDependencies, 'config' | 'now'>): SendDeps {
  return {
    check: { now, resolver: createResolver(), arePrivateNetworksAllowed: config.arePrivateNetworksChecked },
    mailer: createMailer(config),
    publicUrl: config.publicUrl,
    telegramApiBase: config.telegramApiBase,
    timeoutMs,
  };
}
