import { Button, Group, Text, Textarea, VisuallyHidden } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { infoOf } from '../../../contract/fields.ts';
import { releaseComment } from '../../../contract/releases.ts';
import { client } from '../api/client.ts';
import { limited } from '../fields/limit.tsx';
import { formatDateTime } from '../shell/time.ts';
import type { FullRelease, ReleaseChange } from './answers.ts';
import css from './releases.module.css';
import { useReleaseAction } from './use-release-action.ts';
import { rowInWords } from './words.ts';

/** The comments on a change, and a form for another one. */
export function Comments({ change, release }: { change: ReleaseChange; release: FullRelease }) {
  const [isWriting, setWriting] = useState(false);
  const comments = release.comments.filter(({ changeId }) => changeId === change.id);
  return (
    <div className={css.comments}>
      {comments.length > 0 && (
        <ul>
          {comments.map(({ id, userName, at, text }) => (
            <li key={id}>
              <strong>{userName}</strong>{' '}
              <Text span size="xs" c="dimmed">
                {formatDateTime(at)}
              </Text>
              <p dir="auto" className={css.comment}>
                {text}
              </p>
            </li>
          ))}
        </ul>
      )}
      {isWriting ? (
        <CommentForm change={change} releaseId={release.id} onClose={() => setWriting(false)} />
      ) : (
        <Button size="compact-sm" variant="subtle" px={4} id={`comment-${change.id}`} onClick={() => setWriting(true)}>
          Comment<VisuallyHidden> on {rowInWords(change)}</VisuallyHidden>
        </Button>
      )}
    </div>
  );
}

function CommentForm({
  change,
  releaseId,
  onClose,
}: {
  change: ReleaseChange;
  releaseId: number;
  onClose: () => void;
}) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const add = useReleaseAction(client.releases.comment.mutate, { onSuccess: close });

  /** Closes the form and returns the focus to its button. */
  function close() {
    onClose();
    setTimeout(() => document.getElementById(`comment-${change.id}`)?.focus());
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const checked = releaseComment.safeParse(text);
    if (checked.success) add.mutate({ id: releaseId, changeId: change.id, text: checked.data });
    else setError(checked.error.issues[0]?.message);
  }

  return (
    <form onSubmit={submit} noValidate>
      <Textarea
        label={`Comment on ${rowInWords(change)}`}
        autoFocus
        autosize
        minRows={2}
        maxRows={8}
        value={text}
        {...limited({ info: { label: 'Comment', ...infoOf(releaseComment) }, text, error })}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setError(undefined);
        }}
      />
      <Group gap="xs" mt="xs">
        <Button size="xs" type="submit" loading={add.isPending}>
          Comment
        </Button>
        <Button size="xs" variant="default" onClick={close}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}
