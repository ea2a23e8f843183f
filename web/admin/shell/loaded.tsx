import { Alert, Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { describeFailure } from '../api/failure.ts';

/** What a screen asks the server for: react-query's result, as far as it matters here. */
export interface Loadable<Data> {
  data: Data | undefined;
  error: unknown;
  refetch: () => unknown;
}

interface Props<Data> {
  query: Loadable<Data>;
  /** What it is called when it cannot be loaded. */
  what?: string;
  /** Stands in for it until it is there. */
  waiting: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Draws what was loaded. When it cannot be loaded, that is said in its place, with a button that tries again. */
export function Loaded<Data>({ query, what, waiting, children }: Props<Data>) {
  if (query.data !== undefined) return children(query.data);
  return hasFailed(query) ? <LoadFailure query={query} what={what} /> : waiting;
}

/** True when there is nothing to draw and nothing under way. */
export function hasFailed({ data, error }: Loadable<unknown>): boolean {
  return data === undefined && error != null;
}

/** Stands in place of what could not be loaded. */
export function LoadFailure({ query, what = 'list' }: { query: Loadable<unknown>; what?: string | undefined }) {
  return (
    <Alert color="red" title={`This ${what} could not be loaded`}>
      <Text size="sm" mb="sm">
        {describeFailure(query.error).message}
      </Text>
      <Button size="xs" variant="default" onClick={() => void query.refetch()}>
        Try again
      </Button>
    </Alert>
  );
}
