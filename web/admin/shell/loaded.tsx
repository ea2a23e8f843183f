import { Alert, Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { describeFailure } from '../api/failure.ts';

/** The part of react-query's result that `Loaded` uses. */
export interface Loadable<Data> {
  data: Data | undefined;
  error: unknown;
  refetch: () => unknown;
}

interface Props<Data> {
  query: Loadable<Data>;
  /** Noun for the failure message: 'This list could not be loaded'. */
  what?: string | undefined;
  /** Shown until the data arrives. */
  waiting: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Draws the data of a query; until then the placeholder, or the failure with a button that tries again. */
export function Loaded<Data>({ query, what = 'list', waiting, children }: Props<Data>) {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  if (error == null) return waiting;
  return (
    <Failure
      title={`This ${what} could not be loaded`}
      message={describeFailure(error).message}
      action="Try again"
      onAction={() => void refetch()}
    />
  );
}

interface FailureProps {
  title: string;
  message: string;
  action: string;
  onAction: () => void;
}

/** Says what failed, with a button that tries again. */
export function Failure({ title, message, action, onAction }: FailureProps) {
  return (
    <Alert color="red" title={title}>
      <Text size="sm" mb="sm">
        {message}
      </Text>
      <Button size="xs" variant="default" onClick={onAction}>
        {action}
      </Button>
    </Alert>
  );
}
