import { IconDeviceMobile, IconHeartbeat, IconMail, IconMessages, IconPhone, IconUser } from '@tabler/icons-react';
import type { inferRouterOutputs } from '@trpc/server';
import { numberIn } from '../../../contract/find.ts';
import type { AppRouter } from '../../../server/trpc/app-router.ts';
import { itemAddress } from '../editor/item-address.ts';
import { statusLabels } from '../health/status.tsx';
import { placeTitle, recordAddress, sectionTitle } from '../records/record-address.ts';
import { formatDateTime } from '../shell/time.ts';
import type { Entry, EntryGroup } from './entry.ts';
import { sectionIcon } from './own-screens.ts';

/** An answer of the server. */
export type Found = inferRouterOutputs<AppRouter>['find']['search'];

/** The server's results in groups with the address of each; groups without results are left out. */
export function groupsOf(found: Found, isAdmin: boolean): EntryGroup[] {
  const groups: EntryGroup[] = [
    { title: 'On the page', entries: found.records.map(recordEntry) },
    { title: 'Servers', entries: found.servers.map(serverEntry) },
    {
      title: 'People',
      entries: [
        ...found.users.map(userEntry),
        ...found.accounts.map(accountEntry),
        ...found.contacts.map((contact) => contactEntry(contact, isAdmin)),
      ],
    },
    { title: 'Messages', entries: found.messages.map(messageEntry) },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}

function recordEntry(found: Found['records'][number]): Entry {
  const { section, record, id, name, parentTitle, isActive, isInEditor, match } = found;
  return {
    id: `record ${section}.${record} ${id}`,
    Icon: sectionIcon(section),
    title: placeTitle(found),
    place: [sectionTitle(found), parentTitle || (name === sectionTitle(found) ? '' : name)].filter(Boolean).join(' › '),
    address: recordAddress(found).slice(1),
    ...(isInEditor && { editorAddress: itemAddress({ path: `${section}.${record}`, id }, match?.field).slice(1) }),
    ...(match && { excerpt: `${match.label}: ${match.text}` }),
    ...(!isActive && { note: 'Hidden' }),
  };
}

function serverEntry({ id, name, status }: Found['servers'][number]): Entry {
  return {
    id: `server ${id}`,
    Icon: IconHeartbeat,
    title: name,
    place: 'Schedule Tasks',
    note: statusLabels[status],
    address: `/admin/schedule-tasks/${id}`,
  };
}

function userEntry({ id, name, userName, accountId, isSelf }: Found['users'][number]): Entry {
  return {
    id: `user ${id}`,
    Icon: IconUser,
    title: name,
    place: isSelf ? 'You' : `User ${userName}`,
    address: accountId === null ? '/admin/changepassword' : `/admin/twilioclient?edit=${accountId}`,
  };
}

function accountEntry({ id, name, project, number }: Found['accounts'][number]): Entry {
  return {
    id: `account ${id}`,
    Icon: IconDeviceMobile,
    title: name,
    place: ['Twilio Client', project !== name && project].filter(Boolean).join(' › '),
    note: number,
    address: `/admin/twilioclient?edit=${id}`,
  };
}

/** An Admin sees the contacts of one account in the list of that account. */
function contactEntry({ id, accountId, name, number, account }: Found['contacts'][number], isAdmin: boolean): Entry {
  return {
    id: `contact ${id}`,
    Icon: IconPhone,
    title: name,
    place: isAdmin ? `Contact of ${account}` : 'Twilio Client Contact',
    note: number,
    address: `/admin/twilioclientcontact${isAdmin ? `/${accountId}` : ''}?edit=${id}`,
  };
}

function messageEntry({ id, name, email, receivedAt }: Found['messages'][number]): Entry {
  return {
    id: `message ${id}`,
    Icon: IconMail,
    title: name,
    place: email,
    note: formatDateTime(receivedAt),
    address: `/admin/inbox?edit=${id}`,
  };
}

/** For a text that looks like a telephone number: the log of messages to this number. */
export function logEntry(typed: string): Entry | null {
  const digits = numberIn(typed);
  if (digits === null) return null;
  return {
    id: 'log',
    Icon: IconMessages,
    title: `Search in Twilio Logs for +${digits}`,
    place: '',
    address: `/admin/twilio-log?to=${digits}`,
  };
}
