import { Group, Modal } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog with a title and a close button. Mantine's own header would be a second banner of the document. */
export function Dialog({ title, isOpen, onClose, children }: Props) {
  return (
    <Modal.Root opened={isOpen} onClose={onClose} centered>
      <Modal.Overlay />
      <Modal.Content>
        <Group justify="space-between" wrap="nowrap" align="flex-start" px="md" pt="md" pb="sm">
          <Modal.Title fw={650} lh={1.3} style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
            {title}
          </Modal.Title>
          <Modal.CloseButton aria-label="Close the dialog" />
        </Group>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
