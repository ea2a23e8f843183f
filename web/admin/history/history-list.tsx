import { Button, Skeleton, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { EmptyState } from '../shell/empty-state.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { changesOf } from './changes.ts';
import { Timeline } from './timeline.tsx';
import { useHistory } from './use-history.ts';

interface Props {
  filter: Parameters<typeof useHistory>[0];
  isOfOne?: boolean;
  onShowPage?: (entry: number) => void;
  /** Shown instead of a list without changes. */
  empty: ReactNode;
}

/** Loads and shows changes, with a button for older ones. */
export function HistoryList({ filter, empty, ...timeline }: Props) {
  const list = useHistory(filter);
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = list;
  const found = changesOf(data?.pages.flat() ?? []);
  // The next page may have more entries of the last change, whose sentence counts them.
  const changes = hasNextPage && found.length > 1 ? found.slice(0, -1) : found;
  const isCut = hasNextPage && (found.at(-1)?.entries.length ?? 0) > 1;
  useEffect(() => {
    if (isCut && !isFetching && !isError) void fetchNextPage();
  }, [isCut, isFetching, isError, fetchNextPage]);
  const around = useRef<HTMLDivElement>(null);

  /** Moves the focus to the first new line: the button disappears with the last page. */
  async function loadMore() {
    const lines = () => around.current?.querySelectorAll<HTMLElement>('button[aria-expanded]') ?? [];
    const known = lines().length;
    await fetchNextPage();
    setTimeout(() => lines()[known]?.focus({ preventScroll: true }));
  }

  return (
    <Loaded query={list} what="history" waiting={<Waiting />}>
      {() =>
        changes.length === 0 ? (
          <EmptyState>{empty}</EmptyState>
        ) : (
          <Stack gap="lg" ref={around}>
            <Timeline changes={changes} {...timeline} />
            {hasNextPage && (
              <Button
                variant="default"
                style={{ alignSelf: 'center' }}
                loading={list.isFetchingNextPage}
                onClick={() => void loadMore()}
              >
                Load more
              </Button>
            )}
          </Stack>
        )
      }
    </Loaded>
  );
}

function Waiting() {
  return (
    <Stack gap="xs" aria-busy="true">
      {['first', 'second', 'third', 'fourth'].map((line) => (
        <Skeleton key={line} h={44} />
      ))}
    </Stack>
  );
}
