import { getQueryKey } from '@trpc/react-query';
import { titles } from '../../../contract/messages.ts';
import { trpc } from '../api/client.ts';
import { notifySuccess, type Undo } from '../shell/notify.ts';
import type { Destination } from './destination.ts';

/** First part of the query keys of all questions about releases. */
export const releasesQuery = getQueryKey(trpc.releases);

/** Says that a save went to a release, with a button if the save can be undone. */
export function notifySavedIn({ name }: Destination, undo?: Undo): void {
  notifySuccess(titles.success, `Saved to “${name}”. Visitors do not see it yet.`, undo);
}

/** Says that a row was deleted in a release. */
export function notifyDeletedIn({ name }: Destination): void {
  notifySuccess(titles.delete, `Deleted in “${name}”. Visitors still see it.`);
}

/** Says that a list has a new order in a release. */
export function notifyOrderedIn({ name }: Destination): void {
  notifySuccess(titles.success, `Order changed in “${name}”. Visitors do not see it yet.`);
}
