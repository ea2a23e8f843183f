import { Divider, Skeleton, Stack, Text, Title } from '@mantine/core';
import { skipToken } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ImageHash } from '../../../contract/image-hash.ts';
import { type ImageSlot, imageSlots } from '../../../contract/images.ts';
import { trpc } from '../api/client.ts';
import { LiveOnly } from '../releases/live-only.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { Panel } from '../shell/panel.tsx';
import { formatDateTime } from '../shell/time.ts';
import { DeletePicture } from './delete-picture.tsx';
import { DetailsForm } from './details-form.tsx';
import { cardId, pictureName } from './picture-card.tsx';
import { Places } from './places.tsx';
import { ReplaceEverywhere, replaceButtonId } from './replace-everywhere.tsx';
import { sizeInWords } from './sizes.ts';
import { slotNamed } from './slot-shapes.ts';
import type { LibraryPicture } from './types.ts';

interface Props {
  /** Undefined while the panel is closed. */
  hash: ImageHash | undefined;
  onClose: () => void;
  /** Opens another picture in the place of this one. */
  onMove: (hash: ImageHash) => void;
}

/** A picture of the library: its crop and description, where it is used, and what can be done with it. */
export default function PicturePanel({ hash, onClose, onMove }: Props) {
  const query = trpc.images.get.useQuery(hash === undefined ? skipToken : { hash });
  const [replacement, setReplacement] = useState<ImageHash>();
  return (
    <Panel
      title={query.data ? pictureName(query.data) : 'Picture'}
      isOpen={hash !== undefined}
      onClose={onClose}
      opener={cardId(hash ?? '')}
    >
      {hash !== undefined && (
        <Loaded query={query} what="picture" waiting={<Skeleton h={320} />}>
          {(picture) => (
            <Content
              key={picture.hash}
              picture={picture}
              isReplacement={picture.hash === replacement}
              onClose={onClose}
              onMove={(next) => {
                setReplacement(next);
                onMove(next);
              }}
            />
          )}
        </Loaded>
      )}
    </Panel>
  );
}

interface ContentProps extends Pick<Props, 'onClose' | 'onMove'> {
  picture: LibraryPicture;
  /** True for the picture that has just taken the place of another one. */
  isReplacement: boolean;
}

function Content({ picture, isReplacement, onClose, onMove }: ContentProps) {
  // The button that had the focus has disappeared with the replaced picture.
  useEffect(() => {
    if (isReplacement) document.getElementById(replaceButtonId)?.focus();
  }, [isReplacement]);
  const { width, height, size, format, createdAt } = picture;
  return (
    <Stack gap="lg">
      <Text size="sm" c="dimmed">
        {format.toUpperCase()}, {width} × {height}, {sizeInWords(size)}, uploaded {formatDateTime(createdAt)}
      </Text>
      <DetailsForm picture={picture} slots={slotsOf(picture)} onSaved={() => {}} />
      <Divider />
      <Title order={3} size="h5">
        Where used
      </Title>
      <Places picture={picture} />
      <Divider />
      <LiveOnly what="Replacing a picture everywhere">
        <ReplaceEverywhere picture={picture} onReplaced={onMove} />
      </LiveOnly>
      <DeletePicture picture={picture} onDeleted={onClose} />
    </Stack>
  );
}

/** The slots that show the picture; for an unused one those of a picture beside a text, which can be cropped and read. */
function slotsOf({ places }: LibraryPicture): readonly ImageSlot[] {
  const slots = new Set(places.flatMap(({ slot }) => slotNamed(slot) ?? []));
  return slots.size === 0 ? [imageSlots.descriptionPicture] : [...slots];
}
