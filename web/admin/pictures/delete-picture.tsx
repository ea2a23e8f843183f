import { Button, Text } from '@mantine/core';
import { messages } from '../../../contract/messages.ts';
import { trpc } from '../api/client.ts';
import { notifyRefused, reloadLists } from '../history/undo.ts';
import { useConfirm } from '../shell/confirm.tsx';
import { TrashIcon } from '../shell/icons.tsx';
import { notifyDeleted } from '../shell/notify.ts';
import { pictureName } from './picture-card.tsx';
import type { LibraryPicture } from './types.ts';

interface Props {
  picture: LibraryPicture;
  onDeleted: () => void;
}

/** Deletes a picture that nothing uses; otherwise says what keeps it. */
export function DeletePicture({ picture, onDeleted }: Props) {
  const confirm = useConfirm();
  const remove = trpc.images.remove.useMutation();
  const keeper = keeperOf(picture);

  async function ask() {
    const subject = `${pictureName(picture)}. A deleted picture cannot be brought back.`;
    if (!(await confirm({ message: messages.confirmDelete, subject, action: 'Delete' }))) return;
    try {
      await remove.mutateAsync({ hash: picture.hash });
      notifyDeleted();
      onDeleted();
    } catch (error) {
      notifyRefused(error);
    }
    await reloadLists();
  }

  if (keeper)
    return (
      <Text size="sm" c="dimmed">
        {keeper}
      </Text>
    );
  return (
    <Button
      variant="light"
      color="red"
      w="fit-content"
      leftSection={<TrashIcon />}
      loading={remove.isPending}
      onClick={ask}
    >
      Delete picture
    </Button>
  );
}

function keeperOf({ places, releases, versions }: LibraryPicture): string | null {
  if (places.length > 0) return 'A picture that the page uses cannot be deleted.';
  if (releases > 0) return 'A picture of a release cannot be deleted.';
  return versions > 0 ? 'Earlier versions show this picture and can be brought back: it cannot be deleted yet.' : null;
}
