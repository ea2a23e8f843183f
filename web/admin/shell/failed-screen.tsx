import { Alert, Button, Text } from '@mantine/core';
import { messages } from '../../../contract/messages.ts';
import { Screen } from './screen.tsx';

/** Stands in for a screen that could not be drawn. */
export function FailedScreen({ error }: { error: unknown }) {
  return (
    <Screen title="This screen failed">
      <Alert color="red" title={messages.technicalIssue}>
        <Text size="sm" mb="sm">
          {error instanceof Error ? error.message : String(error)}
        </Text>
        <Button size="xs" variant="default" onClick={() => location.reload()}>
          Reload
        </Button>
      </Alert>
    </Screen>
  );
}
