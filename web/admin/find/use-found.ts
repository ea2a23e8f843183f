import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { findLimits, rankOf, wantedOf } from '../../../contract/find.ts';
import { trpc } from '../api/client.ts';
import { describeFailure } from '../api/failure.ts';
import { showsFailures } from '../api/query-client.ts';
import { useDestination } from '../releases/destination.ts';
import type { EntryGroup } from './entry.ts';
import { groupsOf } from './results.ts';

/** Time without a keystroke before the server is asked, in ms. */
const pauseMs = 150;

export interface FoundByServer {
  groups: readonly EntryGroup[];
  /** True until the answer to the typed text is there. */
  isWaiting: boolean;
  /** Why there is no answer; null otherwise. */
  problem: string | null;
}

const nothing: FoundByServer = { groups: [], isWaiting: false, problem: null };

/**
 * What the server finds for the typed text, in the release that edits go to. Until the answer is there, the results of the
 * text before it that still match.
 */
export function useFound(typed: string, isAdmin: boolean): FoundByServer {
  const text = typed.trim();
  const isAsked = text.length >= findLimits.minLength && wantedOf(text).text !== '';
  const [asked] = useDebouncedValue(text, pauseMs);
  const release = useDestination()?.id;
  const { data, error, isPlaceholderData } = trpc.find.search.useQuery(
    { text: asked, release: isAdmin ? release : undefined },
    {
      enabled: isAsked && asked.length >= findLimits.minLength,
      placeholderData: keepPreviousData,
      meta: showsFailures,
      trpc: { abortOnUnmount: true },
    },
  );
  if (!isAsked) return nothing;
  const isCurrent = asked === text && !isPlaceholderData;
  if (isCurrent && error) return { ...nothing, problem: describeFailure(error).message };
  const groups = data ? groupsOf(data, isAdmin) : [];
  return isCurrent && data
    ? { groups, isWaiting: false, problem: null }
    : { groups: stillMatching(groups, text), isWaiting: true, problem: null };
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
