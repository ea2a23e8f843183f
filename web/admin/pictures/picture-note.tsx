import { Button, Text, VisuallyHidden } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { ImageHash } from '../../../contract/image-hash.ts';
import type { ImageSlot } from '../../../contract/images.ts';
import { trpc } from '../api/client.ts';
import css from './note.module.css';
import type { KeptPicture } from './types.ts';

// Loaded when first opened.
const DetailsDialog = lazy(() => import('./details-dialog.tsx'));

interface Props {
  hash: ImageHash;
  slot: ImageSlot;
  /** Label of the field. */
  label: string;
  isDisabled: boolean;
}

/** What is kept with the picture of a field: its description, or a prompt for one, and the button of the dialog. */
export function PictureNote({ hash, slot, label, isDisabled }: Props) {
  const { data: picture } = trpc.images.details.useQuery({ hash });
  const [isOpen, setOpen] = useState(false);
  const [hasOpened, setHasOpened] = useState(false);
  if (!picture) return null;
  return (
    <div className={css.note}>
      {slot.role === 'content' && (
        <div className={css.description}>
          <Description altText={picture.altText} />
        </div>
      )}
      <Button
        variant="default"
        size="xs"
        disabled={isDisabled}
        onClick={() => {
          setOpen(true);
          setHasOpened(true);
        }}
      >
        Crop and description<VisuallyHidden> of {label}</VisuallyHidden>
      </Button>
      {hasOpened && (
        <Suspense>
          <DetailsDialog picture={picture} slot={slot} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

function Description({ altText }: Pick<KeptPicture, 'altText'>) {
  if (altText === null)
    return (
      <Text size="xs" className={css.prompt}>
        Not described yet
      </Text>
    );
  return (
    <Text size="xs" c="dimmed" lineClamp={2}>
      {altText === '' ? 'Decorative: no text' : `“${altText}”`}
    </Text>
  );
}
