import { Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { useRef } from 'react';
import { client } from '../api/client.ts';
import { FieldChanges } from '../history/field-changes.tsx';
import { formatDateTime } from '../shell/time.ts';
import type { FullRelease, ReleaseChange } from './answers.ts';
import { Comments } from './comments.tsx';
import css from './releases.module.css';
import { useReleaseAction } from './use-release-action.ts';
import { isEditable } from './use-releases.ts';
import { deedOf, nounOf, rowInWords } from './words.ts';

interface Props {
  change: ReleaseChange;
  release: FullRelease;
}

/** One change of a release: what it does, the differences, comments, and the buttons that remove it. */
export function ChangeCard({ change, release }: Props) {
  const { id: changeId, action, isNew, userName, at, fields, order } = change;
  const card = useRef<HTMLLIElement>(null);
  const drop = useReleaseAction(client.releases.drop.mutate);
  const isOpen = isEditable(release);
  const title = change.title === '' ? capitalized(nounOf(change)) : change.title;

  /** Removes the change or a field of it; the pressed button disappears. */
  async function remove(field?: string) {
    const list = card.current?.parentElement;
    const isDone = await drop.mutateAsync({ id: release.id, changeId, field }).then(
      () => true,
      // The reason is on screen.
      () => false,
    );
    // After the list is drawn without the change.
    const next = () => card.current ?? (list?.isConnected ? list : document.getElementById('content'));
    if (isDone) setTimeout(() => next()?.focus());
  }

  return (
    <li ref={card} tabIndex={-1} className={css.change}>
      <Group gap="xs" justify="space-between" wrap="nowrap" align="flex-start">
        <div className={css.what}>
          <span className={css.deed} data-deed={isNew ? 'new' : action}>
            {deedOf(change)}
          </span>
          <strong>{order ? `${title} list` : title}</strong>
          <Text span size="xs" c="dimmed">
            {!isNew && !order && `${capitalized(nounOf(change))} · `}
            {userName}, {formatDateTime(at)}
          </Text>
        </div>
        {isOpen && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            className={css.remove}
            loading={drop.isPending}
            onClick={() => void remove()}
          >
            Remove<VisuallyHidden> {rowInWords(change)} from the release</VisuallyHidden>
          </Button>
        )}
      </Group>
      {order && <Order {...order} />}
      <FieldChanges
        entry={{
          record: change.record,
          action: isNew ? 'create' : 'save',
          cause: 'edit',
          // Of a new row, only what it has.
          changes: isNew ? fields.filter(({ to }) => to !== null && to !== '') : fields,
        }}
        isBusy={drop.isPending}
        onRestore={isOpen && !isNew && fields.length > 1 ? (field) => void remove(field) : undefined}
        restoreLabel="Remove from the release"
      />
      <Comments change={change} release={release} />
    </li>
  );
}

function Order({ from, to }: { from: readonly string[]; to: readonly string[] }) {
  return (
    <dl className={css.order}>
      <div>
        <dt>Before</dt>
        <dd>{from.join(' · ')}</dd>
      </div>
      <div>
        <dt>In the release</dt>
        <dd>{to.join(' · ')}</dd>
      </div>
    </dl>
  );
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
