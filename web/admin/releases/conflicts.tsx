import { Button, Group, Text, Title, VisuallyHidden } from '@mantine/core';
import { useRef } from 'react';
import { client } from '../api/client.ts';
import { Value } from '../history/field-changes.tsx';
import { viewAt } from '../records/record-view.ts';
import type { FullRelease, ReleaseConflict } from './answers.ts';
import { conflictInWords } from './conflict-words.ts';
import css from './releases.module.css';
import { useReleaseAction } from './use-release-action.ts';
import { isEditable } from './use-releases.ts';
import { rowInWords } from './words.ts';

/** Changes that meet a change of the page since: each needs a decision before the release is published. */
export function Conflicts({ release }: { release: FullRelease }) {
  const { conflicts } = release;
  const block = useRef<HTMLElement>(null);
  if (conflicts.length === 0 || !isEditable(release)) return null;
  return (
    <section ref={block} tabIndex={-1} className={css.conflicts} aria-labelledby="conflicts-title">
      <Title order={2} size="h4" id="conflicts-title">
        Decide before publishing
      </Title>
      <Text size="sm">
        {conflicts.length === 1 ? 'One change' : `${conflicts.length} changes`} of this release met a change of the
        page. The release is not published before you have decided.
      </Text>
      <ul>
        {conflicts.map((conflict) => (
          <ConflictItem
            key={`${conflict.changeId} ${conflict.field?.name}`}
            conflict={conflict}
            release={release}
            // The pressed button disappears with its conflict; the block, or the screen, comes next.
            onDecided={() => setTimeout(() => (block.current ?? document.getElementById('content'))?.focus())}
          />
        ))}
      </ul>
    </section>
  );
}

interface Props {
  conflict: ReleaseConflict;
  release: FullRelease;
  onDecided: () => void;
}

function ConflictItem({ conflict, release, onDecided }: Props) {
  const { changeId, field } = conflict;
  const decide = useReleaseAction(client.releases.decide.mutate);
  const { sentence, release: useIt, live: keepIt } = conflictInWords(conflict, orderOf(release, changeId));
  const subject = field ? `${field.label} of ${rowInWords(conflict)}` : rowInWords(conflict);

  async function send(keep: 'release' | 'live') {
    const isDone = await decide.mutateAsync({ id: release.id, changeId, field: field?.name, keep }).then(
      () => true,
      // The reason is on screen.
      () => false,
    );
    if (isDone) onDecided();
  }

  return (
    <li>
      <p className={css.sentence}>{sentence}</p>
      {field && <Three conflict={conflict} />}
      <Group gap="xs">
        {useIt !== null && (
          <Button size="xs" color="plum" disabled={decide.isPending} onClick={() => void send('release')}>
            {useIt}
            <VisuallyHidden>: {subject}</VisuallyHidden>
          </Button>
        )}
        <Button size="xs" variant="default" disabled={decide.isPending} onClick={() => void send('live')}>
          {keepIt}
          <VisuallyHidden>: {subject}</VisuallyHidden>
        </Button>
      </Group>
    </li>
  );
}

/** The order that a change of a release gives its list. */
function orderOf({ changes }: FullRelease, changeId: number): readonly string[] {
  return changes.find(({ id }) => id === changeId)?.order?.to ?? [];
}

/** A field's value at the start of the change, on the page now, and in the release. */
function Three({ conflict: { record, field, base, live, mine } }: { conflict: ReleaseConflict }) {
  const shown = viewAt(record)?.fields.find(({ name }) => name === field?.name);
  return (
    <dl className={css.three}>
      {[
        { label: 'Started from', value: base },
        { label: 'Now on the page', value: live },
        { label: 'In this release', value: mine },
      ].map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Value field={shown} value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
