import { Button, Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
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
  return (
    <Loaded query={list} what="history" waiting={<Waiting />}>
      {({ pages }) => {
        const changes = changesOf(pages.flat());
        if (changes.length === 0) return <EmptyState>{empty}</EmptyState>;
        return (
          <Stack gap="lg">
            <Timeline changes={changes} {...timeline} />
            {list.hasNextPage && (
              <Button
                variant="default"
                style={{ alignSelf: 'center' }}
                loading={list.isFetchingNextPage}
                onClick={() => void list.fetchNextPage()}
              >
                Load more
              </Button>
            )}
          </Stack>
        );
      }}
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
