import { use } from 'react';
import type { ImageSlot } from '../../../contract/images.ts';
import { UploadContext } from '../fields/uploads.ts';
import { Dialog } from '../shell/dialog.tsx';
import { DetailsForm } from './details-form.tsx';
import type { KeptPicture } from './types.ts';

interface Props {
  picture: KeptPicture;
  slot: ImageSlot;
  isOpen: boolean;
  onClose: () => void;
}

/** The dialog "Crop and description" of an image field. */
export default function DetailsDialog({ picture, slot, isOpen, onClose }: Props) {
  const begin = use(UploadContext);
  return (
    <Dialog title="Crop and description" isOpen={isOpen} onClose={onClose} size="lg">
      <DetailsForm
        picture={picture}
        slots={[slot]}
        onSaved={(details) => {
          // The form's preview shows the new details, as it shows an upload.
          begin()({ ...picture, ...details });
          onClose();
        }}
        onCancel={onClose}
      />
    </Dialog>
  );
}
