import { Alert, Button, Text } from '@mantine/core';
import { describeFailure } from '../api/failure.ts';

/** Stands in place of a list that could not be loaded. */
export function FailedList({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Alert color="red" title="This list could not be loaded">
      <Text size="sm" mb="sm">
        {describeFailure(error).message}
      </Text>
      <Button size="xs" variant="default" onClick={onRetry}>
        Try again
      </Button>
    </Alert>
  );
}
