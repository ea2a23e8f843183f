import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect } from 'react';
import { findLimits, rankOf, wantedOf } from '../../../contract/find.ts';
import { trpc } from '../api/client.ts';
import { describeFailure } from '../api/failure.ts';
import { showsFailures } from '../api/query-client.ts';
import { useDestination } from '../releases/destination.ts';
import type { EntryGroup } from './entry.ts';
import { joinFound } from './join-found.ts';
import { groupsOf } from './results.ts';

/** Time without a keystroke before the server is asked, in ms. */
const pauseMs = 150;

export interface FoundByServer {
  groups: readonly EntryGroup[];
  /** True until the answer to the typed text is there. */
  isWaiting: boolean;
  /** True while the server searches the older rows of large tables. */
  isReadingOn: boolean;
  /** Why there is no answer, or why it lacks older rows; null otherwise. */
  problem: string | null;
}

const nothing: FoundByServer = { groups: [], isWaiting: false, isReadingOn: false, problem: null };

/**
 * What the server finds for the typed text, in the release that edits go to: at first in the newest rows, then in the older
 * ones, until the text changes. Until the first answer is there, the results of the text before it that still match.
 */
export function useFound(typed: string, isAdmin: boolean): FoundByServer {
  const text = typed.trim();
  const isAsked = text.length >= findLimits.minLength && wantedOf(text).text !== '';
  const [asked] = useDebouncedValue(text, pauseMs);
  const release = useDestination()?.id;
  const query = trpc.find.search.useInfiniteQuery(
    { text: asked, release: isAdmin ? release : undefined },
    {
      enabled: isAsked && asked.length >= findLimits.minLength,
      placeholderData: keepPreviousData,
      getNextPageParam: ({ next }) => next,
      // Loads every answer again: only for a text that is typed again.
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      meta: showsFailures,
      trpc: { abortOnUnmount: true },
    },
  );
  const { data, error, isPlaceholderData, hasNextPage, isFetching, fetchNextPage } = query;
  const isReadingOn = isAsked && asked === text && !isPlaceholderData && hasNextPage && !error;
  useEffect(() => {
    if (isReadingOn && !isFetching) void fetchNextPage();
  }, [isReadingOn, isFetching, fetchNextPage]);
  if (!isAsked) return nothing;
  const isCurrent = asked === text && !isPlaceholderData;
  const found = data && joinFound(data.pages);
  const groups = found ? groupsOf(found, isAdmin) : [];
  if (isCurrent && error) return { ...nothing, groups, problem: describeFailure(error).message };
  return isCurrent && data
    ? { ...nothing, groups, isReadingOn }
    : { ...nothing, groups: stillMatching(groups, text), isWaiting: true };
}

function stillMatching(groups: readonly EntryGroup[], text: string): EntryGroup[] {
  const wanted = wantedOf(text);
  return groups
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter((entry) => rankOf(wanted, entry.title, [entry.excerpt ?? '', entry.note ?? '']) !== null),
    }))
    .filter(({ entries }) => entries.length > 0);
}
