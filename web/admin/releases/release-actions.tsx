import { ActionIcon, Alert, Button, Group, Menu } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { sections } from '../../../contract/sections.ts';
import { client } from '../api/client.ts';
import { describeFailure } from '../api/failure.ts';
import { useCloseQuestion, useConfirm } from '../shell/confirm.tsx';
import { EyeIcon, MoreIcon, PencilIcon, ScheduleIcon } from '../shell/icons.tsx';
import { notifySuccess } from '../shell/notify.ts';
import type { FullRelease } from './answers.ts';
import { chooseDestination } from './destination.ts';
import { NameDialog } from './name-dialog.tsx';
import css from './releases.module.css';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { useReleaseAction } from './use-release-action.ts';
import { isEditable } from './use-releases.ts';
import { countOfChanges } from './words.ts';

/** What can be done with a release in its state. */
export function ReleaseActions({ release }: { release: FullRelease }) {
  const { id, state } = release;
  return (
    <Group gap="xs" className={css.actions}>
      {isEditable(release) && <EditButton release={release} />}
      <Button component={Link} to={`/admin/releases/${id}/preview`} variant="default" leftSection={<EyeIcon />}>
        Preview
      </Button>
      {isEditable(release) && <EditableActions release={release} />}
      {state === 'published' && <UndoButton release={release} />}
      {state === 'cancelled' && <ReopenButton release={release} label="Open again" />}
    </Group>
  );
}

/** Opens the section of the first change, or the first section, with the release chosen. */
function EditButton({ release: { id, name, changes } }: { release: FullRelease }) {
  const navigate = useNavigate();
  const key = changes[0]?.record.split('.')[0];
  const section = sections.find((known) => known.key === key) ?? sections[0];
  return (
    <Button
      variant="default"
      leftSection={<PencilIcon />}
      onClick={() => {
        chooseDestination({ id, name });
        void navigate({ to: `/admin/${section.path}` });
      }}
    >
      Edit
    </Button>
  );
}

function EditableActions({ release }: { release: FullRelease }) {
  const { id, name, state, changes, conflicts } = release;
  const confirm = useConfirm();
  const closeQuestion = useCloseQuestion();
  const [isScheduling, setScheduling] = useState(false);
  const [isNaming, setNaming] = useState(false);
  const rename = useReleaseAction(client.releases.rename.mutate, { onSuccess: () => setNaming(false) });
  const cancel = useReleaseAction(client.releases.cancel.mutate, {
    onSuccess: () => notifySuccess('Cancelled', `“${name}” is not published. You can open it again.`),
  });
  const reopen = useReopen(release);
  const publish = useReleaseAction(client.releases.publish.mutate, {
    isLive: true,
    onSuccess: () => notifySuccess('Published', `Visitors see “${name}” now.`),
  });
  const isEmpty = changes.length === 0;
  const isScheduled = state === 'scheduled';

  async function askToPublish() {
    const count = countOfChanges(changes.length);
    const effect = `Visitors see ${changes.length === 1 ? 'its 1 change' : `all ${count}`} at once. You can undo this.`;
    const checked = await checkResult();
    const subject = checked ? (
      <>
        {checked}
        {effect}
      </>
    ) : (
      effect
    );
    const action = checked ? 'Publish anyway' : 'Publish';
    if (await confirm({ message: `Publish “${name}” now?`, subject, action, color: 'ink' })) publish.mutate({ id });
  }

  /** What the checks found, for the question before publishing; null if nothing. */
  async function checkResult(): Promise<ReactNode> {
    try {
      // Contains rules of the public page: loaded when first asked.
      const { problemsOfRelease, ReleaseProblems } = await import('../checks/release-checks.tsx');
      const problems = await problemsOfRelease(id);
      return problems.length === 0 ? null : (
        <ReleaseProblems release={release} problems={problems} onLeave={closeQuestion} />
      );
    } catch (error: unknown) {
      return `The checks could not run: ${describeFailure(error).message} `;
    }
  }

  async function askToCancel() {
    const subject = 'It is not published any more. Its changes stay, and you can open it again.';
    if (await confirm({ message: `Cancel the release “${name}”?`, subject, action: 'Cancel the release' }))
      cancel.mutate({ id });
  }

  return (
    <>
      <Button variant="default" leftSection={<ScheduleIcon />} disabled={isEmpty} onClick={() => setScheduling(true)}>
        {isScheduled ? 'Change the time' : 'Schedule'}
      </Button>
      <Button
        disabled={isEmpty || conflicts.length > 0}
        loading={publish.isPending}
        onClick={() => void askToPublish()}
      >
        Publish now
      </Button>
      <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="More actions">
            <MoreIcon />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item data-autofocus onClick={() => setNaming(true)}>
            Rename…
          </Menu.Item>
          {isScheduled && <Menu.Item onClick={() => reopen.mutate({ id })}>Take off the schedule</Menu.Item>}
          <Menu.Item onClick={() => void askToCancel()}>Cancel the release…</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ScheduleDialog release={release} isOpen={isScheduling} onClose={() => setScheduling(false)} />
      <NameDialog
        title="Rename"
        hint="The name is for the back office; visitors do not see it."
        action="Rename"
        name={name}
        isOpen={isNaming}
        isPending={rename.isPending}
        onClose={() => setNaming(false)}
        onName={(next) => rename.mutate({ id, name: next })}
      />
    </>
  );
}

function useReopen({ name, state }: FullRelease) {
  const what = state === 'scheduled' ? 'Taken off the schedule' : 'Opened again';
  return useReleaseAction(client.releases.reopen.mutate, {
    onSuccess: () => notifySuccess(what, `“${name}” is published when you say so.`),
  });
}

function ReopenButton({ release, label }: { release: FullRelease; label: string }) {
  const reopen = useReopen(release);
  return (
    <Button variant="default" loading={reopen.isPending} onClick={() => reopen.mutate({ id: release.id })}>
      {label}
    </Button>
  );
}

function UndoButton({ release: { id, name } }: { release: FullRelease }) {
  const confirm = useConfirm();
  const undo = useReleaseAction(client.releases.undo.mutate, {
    isLive: true,
    onSuccess: () => notifySuccess('Undone', `The page is as it was before “${name}”. The release is open again.`),
  });
  async function ask() {
    const subject =
      'The page becomes what it was before, and the release is open again. If a row has changed since, nothing is undone.';
    if (await confirm({ message: `Undo the release “${name}”?`, subject, action: 'Undo' })) undo.mutate({ id });
  }
  return (
    <>
      <Button variant="default" loading={undo.isPending} onClick={() => void ask()}>
        Undo
      </Button>
      {undo.isError && (
        <Alert color="red" role="alert" title="The release was not undone" className={css.refusal}>
          {describeFailure(undo.error).message}
        </Alert>
      )}
    </>
  );
}
