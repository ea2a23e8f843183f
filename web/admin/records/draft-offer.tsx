import { Alert, Button, Group, Text } from '@mantine/core';
import { formatClock } from '../shell/time.ts';
import type { StoredDraft } from './drafts.ts';
import type { RecordView } from './record-view.ts';

interface Props {
  view: RecordView;
  draft: StoredDraft;
  onRestore: () => void;
  onDiscard: () => void;
}

/** Offers the input of an earlier visit that was not saved. */
export function DraftOffer({ view, draft, onRestore, onDiscard }: Props) {
  const hasSecrets = view.fields.some(({ widget }) => widget.isSecret);
  return (
    <Alert color="ink" title="You have changes that were not saved" role="status">
      <Text size="sm">
        Last edited at {formatClock(new Date(draft.at))}.{hasSecrets && ' Passwords and codes are not kept.'}
      </Text>
      <Group gap="sm" mt="sm">
        <Button size="xs" onClick={onRestore}>
          Restore changes
        </Button>
        <Button size="xs" variant="default" onClick={onDiscard}>
          Discard
        </Button>
      </Group>
    </Alert>
  );
}
