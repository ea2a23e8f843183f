import { releaseName } from '../../../contract/releases.ts';
import { trpc } from '../api/client.ts';
import type { Destination } from './destination.ts';
import { NameDialog } from './name-dialog.tsx';

interface Props {
  isOpen: boolean;
  onClose: () => void;
  onCreated: (release: Destination) => unknown;
}

/** Asks for the name of a new release and creates the release. */
export default function NewRelease({ isOpen, onClose, onCreated }: Props) {
  const utils = trpc.useUtils();
  const create = trpc.releases.create.useMutation({
    async onSuccess({ id }, { name }) {
      onClose();
      await utils.releases.list.invalidate();
      onCreated({ id, name: releaseName.parse(name) });
    },
  });
  return (
    <NameDialog
      title="New release"
      hint="Name it after what visitors will get. They see none of its changes until you publish it."
      action="Create"
      isOpen={isOpen}
      isPending={create.isPending}
      onClose={onClose}
      onName={(name) => create.mutate({ name })}
    />
  );
}
