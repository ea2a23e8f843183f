import { Button, FileButton, Group, Progress, Stack, Text } from '@mantine/core';
import { useRef } from 'react';
import type { ImageHash } from '../../../contract/image-hash.ts';
import { type ImageSlot, imageSlots } from '../../../contract/images.ts';
import { titles } from '../../../contract/messages.ts';
import { trpc } from '../api/client.ts';
import { describeFailure } from '../api/failure.ts';
import { stepInWords, useUpload } from '../fields/image-upload.ts';
import { reloadLists, undoOf } from '../history/undo.ts';
import { notifyError, notifySuccess } from '../shell/notify.ts';
import { offeredTypes } from './prepare.ts';
import { slotNamed } from './slot-shapes.ts';
import type { LibraryPicture } from './types.ts';

/** Id of the button, which receives the focus again when the new picture has taken the place of the old one. */
export const replaceButtonId = 'replace-everywhere';

interface Props {
  picture: LibraryPicture;
  onReplaced: (hash: ImageHash) => void;
}

/** Uploads a picture and gives it to every row of the live page that has this one. */
export function ReplaceEverywhere({ picture, onReplaced }: Props) {
  const { hash, places, releases } = picture;
  const reset = useRef<() => void>(null);
  const slot = strictestSlot(picture);
  const replace = trpc.images.replace.useMutation();
  const upload = useUpload(slot, (next) => void replaceBy(next));
  const isBusy = upload.step !== null || replace.isPending;

  async function replaceBy(next: ImageHash) {
    if (next === hash) return notifyError(titles.error, 'The file is the same picture.');
    try {
      const { places: replaced, revision } = await replace.mutateAsync({ from: hash, to: next });
      const where = replaced === 1 ? 'in 1 place' : `in ${replaced} places`;
      notifySuccess(titles.success, `Replaced ${where}.`, undoOf(revision));
      onReplaced(next);
    } catch (error) {
      const { message, fields } = describeFailure(error);
      notifyError(titles.error, fields?.to ?? message);
    }
    await reloadLists();
  }

  return (
    <Stack gap="xs">
      <Group gap="sm">
        <FileButton
          accept={offeredTypes(slot).join(',')}
          resetRef={reset}
          disabled={isBusy || places.length === 0}
          onChange={(file) => {
            void upload.start(file);
            reset.current?.();
          }}
        >
          {(props) => (
            <Button
              {...props}
              id={replaceButtonId}
              variant="default"
              size="sm"
              loading={replace.isPending}
              disabled={places.length === 0}
            >
              Replace everywhere …
            </Button>
          )}
        </FileButton>
        {upload.step && (
          <Button variant="subtle" size="sm" onClick={upload.cancel}>
            Cancel the upload
          </Button>
        )}
      </Group>
      <div role="status">
        {upload.step && (
          <Stack gap={4}>
            <Text size="xs">{stepInWords(upload.step)}</Text>
            <Progress.Root size="sm">
              <Progress.Section value={upload.step.percent ?? 100} animated aria-label="Uploading the new picture" />
            </Progress.Root>
          </Stack>
        )}
      </div>
      {upload.refusal && (
        <Text size="sm" c="red">
          {upload.refusal}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {hintFor(places.length, releases, slot)}
      </Text>
    </Stack>
  );
}

/** The slot that decides what a new picture must be: PNG if one of the places takes nothing else, else the widest. */
function strictestSlot({ places }: LibraryPicture): ImageSlot {
  const slots = places.flatMap((place) => slotNamed(place.slot) ?? []);
  const widest = slots.toSorted((a, b) => Math.max(...b.widths) - Math.max(...a.widths));
  const [first = imageSlots.wideBackground] = [...widest.filter(({ accept }) => accept === 'png'), ...widest];
  return first;
}

function hintFor(places: number, releases: number, slot: ImageSlot): string {
  if (places === 0) return 'Nothing to replace: the page does not use this picture.';
  const where = places === 1 ? 'The place' : `All ${places} places`;
  const type = slot.accept === 'png' ? ' A PNG file, because one of them takes no other type.' : '';
  const kept = releases === 0 ? '' : ' Releases keep this one.';
  return `${where} on the page will show the new picture, as one change that you can undo.${type}${kept}`;
}
