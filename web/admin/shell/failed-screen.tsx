import { messages } from '../../../contract/messages.ts';
import { Failure } from './loaded.tsx';
import { Screen } from './screen.tsx';

/** Replaces a screen that threw an error while drawing. */
export function FailedScreen({ error }: { error: unknown }) {
  return (
    <Screen title="This screen failed">
      <Failure
        title={messages.technicalIssue}
        message={error instanceof Error ? error.message : String(error)}
        action="Reload"
        onAction={() => location.reload()}
      />
    </Screen>
  );
}
