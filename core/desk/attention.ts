import type { Permission } from '../../contract/roles.ts';
import { may } from '../accounts/permissions.ts';
import type { Session } from '../accounts/sessions.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { accountItems } from './attention-accounts.ts';
import { channelItems } from './attention-channels.ts';
import { backupItems, blindItems, diskItems, jobItems, watchdogItems } from './attention-operation.ts';
import { boardItems, inboxItems, tokenItems } from './attention-others.ts';
import { serverItems } from './attention-servers.ts';
import { certificateItems } from './certificate.ts';

/** What a source reads with. */
export type Deps = Pick<CoreDependencies, 'db' | 'config' | 'queue' | 'now' | 'log'>;

/** A source that takes longer counts as failed, in milliseconds: an unresponsive store must not delay the others. */
const timeoutMs = 2000;

/** The sources of items, in the order of the screen, with the permission that a reader needs. */
const sources = {
  servers: { permission: 'health:read', read: serverItems },
  blind: { permission: 'health:write', read: blindItems },
  watchdog: { permission: 'jobs', read: watchdogItems },
  channels: { permission: 'health:read', read: channelItems },
  accounts: { permission: 'telephony:read', read: accountItems },
  boards: { permission: 'boards:read', read: boardItems },
  jobs: { permission: 'jobs', read: jobItems },
  inbox: { permission: 'inbox:read', read: inboxItems },
  disk: { permission: 'jobs', read: diskItems },
  backup: { permission: 'jobs', read: backupItems },
  certificate: { permission: 'jobs', read: certificateItems },
  tokens: { permission: 'tokens', read: tokenItems },
} as const satisfies Record<
  string,
  { permission: Permission; read(deps: Deps, session: Session): Promise<readonly object[]> }
>;
type Source = keyof typeof sources;

/** Something that needs an operator; `kind` says what. */
export type AttentionItem = Awaited<ReturnType<(typeof sources)[Source]['read']>>[number];

/**
 * What needs the caller now, only from sources that the caller may read. A source that fails is named in `failed`, and the
 * others answer all the same.
 */
export async function readAttention(deps: Deps, session: Session) {
  const names = sourceNames.filter((name) => may(session, sources[name].permission));
  const answers = await Promise.all(names.map((name) => readSource(deps, session, name)));
  return {
    checkedAt: deps.now(),
    items: answers.flatMap((items) => items ?? []),
    failed: names.filter((_, place) => answers[place] === null),
  };
}

const sourceNames: readonly Source[] = [
  'servers',
  'blind',
  'watchdog',
  'channels',
  'accounts',
  'boards',
  'jobs',
  'inbox',
  'disk',
  'backup',
  'certificate',
  'tokens',
];

async function readSource(deps: Deps, session: Session, name: Source): Promise<readonly AttentionItem[] | null> {
  try {
    return await bounded<readonly AttentionItem[]>(sources[name].read(deps, session));
  } catch (error) {
    deps.log.warn({ err: error, source: name }, 'a part of the dashboard could not be read');
    return null;
  }
}

function bounded<Result>(work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no response within ${timeoutMs} ms`)), timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
