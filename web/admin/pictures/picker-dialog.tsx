import { use, useState } from 'react';
import type { ImageHash } from '../../../contract/image-hash.ts';
import type { ImageSlot } from '../../../contract/images.ts';
import { trpc } from '../api/client.ts';
import { UploadContext } from '../fields/uploads.ts';
import { Dialog } from '../shell/dialog.tsx';
import { everything, PictureGrid } from './picture-grid.tsx';
import type { LibraryPicture } from './types.ts';

interface Props {
  slot: ImageSlot;
  isOpen: boolean;
  onClose: () => void;
  onChosen: (hash: ImageHash) => void;
}

/** The library in a dialog of an image field, with the pictures that fit its slot. */
export default function PickerDialog({ slot, isOpen, onClose, onChosen }: Props) {
  const begin = use(UploadContext);
  const [state, setState] = useState(everything);
  const isPng = slot.accept === 'png';
  // From now on the clean-up leaves the picture to the form.
  const choose = trpc.images.choose.useMutation({
    onSuccess(_answer, { hash }) {
      onChosen(hash);
    },
  });

  function take(picture: LibraryPicture) {
    if (choose.isPending) return;
    // The form learns the picture's size, and saves after this call, as after an upload.
    const end = begin();
    choose.mutate({ hash: picture.hash }, { onSettled: (_answer, error) => end(error ? null : picture) });
  }

  return (
    <Dialog title={isPng ? 'Choose a PNG picture' : 'Choose a picture'} isOpen={isOpen} onClose={onClose} size="58rem">
      <PictureGrid state={state} onState={setState} isPng={isPng} verb="Choose" onChosen={take} />
    </Dialog>
  );
}
