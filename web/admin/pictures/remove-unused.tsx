import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { titles } from '../../../contract/messages.ts';
import { client } from '../api/client.ts';
import { beginRequest } from '../api/pending.ts';
import { notifyRefused, reloadLists } from '../history/undo.ts';
import { useConfirm } from '../shell/confirm.tsx';
import { TrashIcon } from '../shell/icons.tsx';
import { notifySuccess } from '../shell/notify.ts';
import { sizeInWords } from './sizes.ts';

/** Removes all pictures that no row, release or version has, after a question with their number and size. */
export function RemoveUnused() {
  const confirm = useConfirm();
  const [isBusy, setBusy] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  async function remove() {
    const { count, bytes } = await client.images.unused.query();
    if (count === 0) return notifySuccess(titles.success, 'No unused pictures that are older than an hour.');
    const number = count === 1 ? '1 unused picture' : `${count.toLocaleString()} unused pictures`;
    const subject = `${sizeInWords(bytes)} with all sizes. Removed pictures cannot be brought back. Pictures of the page, of releases and of the history stay.`;
    if (!(await confirm({ message: `Remove ${number}?`, subject, action: 'Remove' }))) return;
    const { removed } = await client.images.removeUnused.mutate();
    notifySuccess(titles.success, removed === 1 ? '1 picture removed.' : `${removed} pictures removed.`);
    await reloadLists();
  }

  async function start() {
    const end = beginRequest();
    setBusy(true);
    try {
      await remove();
    } catch (error) {
      notifyRefused(error);
    } finally {
      end();
      setBusy(false);
      // The question has closed without giving the focus back.
      if (document.activeElement === document.body) button.current?.focus();
    }
  }

  return (
    <Button
      ref={button}
      variant="default"
      leftSection={<TrashIcon />}
      // The attribute `disabled` would take the focus from the button.
      aria-disabled={isBusy || undefined}
      mod={{ disabled: isBusy }}
      onClick={() => !isBusy && void start()}
    >
      Remove unused …
    </Button>
  );
}
