import { use, useState } from 'react';
import type { ImageHash } from '../../../contract/image-hash.ts';
import type { ImageSlot } from '../../../contract/images.ts';
import { UploadContext } from '../fields/uploads.ts';
import { Dialog } from '../shell/dialog.tsx';
import { everything, PictureGrid } from './picture-grid.tsx';

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
  return (
    <Dialog title={isPng ? 'Choose a PNG picture' : 'Choose a picture'} isOpen={isOpen} onClose={onClose} size="58rem">
      <PictureGrid
        state={state}
        onState={setState}
        isPng={isPng}
        verb="Choose"
        onChosen={(picture) => {
          // The form learns the picture's size, as after an upload.
          begin()(picture);
          onChosen(picture.hash);
        }}
      />
    </Dialog>
  );
}
