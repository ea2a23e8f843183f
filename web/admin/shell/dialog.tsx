import { Group, Modal } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useAsksForIdentity } from '../accounts/asks-for-identity.ts';
import { layers } from '../theme.ts';
import { useIsConfirming } from './confirm.tsx';
import { useCover } from './cover.ts';

interface Props {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** Mantine's size or a length. */
  size?: string;
  children: ReactNode;
}

/** A dialog with a title and a close button. Mantine's own header would be a second banner of the document. */
export function Dialog({ title, isOpen, onClose, size = 'md', children }: Props) {
  useCover(isOpen);
  useFocusReturn(isOpen);
  const isConfirming = useIsConfirming();
  const isSigningIn = useAsksForIdentity();
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      centered
      size={size}
      zIndex={layers.dialog}
      closeOnEscape={!isConfirming && !isSigningIn}
      trapFocus={!isSigningIn}
      returnFocus={false}
    >
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

/** Milliseconds until the focus returns: a panel below the closed dialog takes it first. */
const focusDelay = 60;

/** Focuses what had the focus before the dialog opened. */
function useFocusReturn(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    const opener = document.activeElement;
    return () => {
      setTimeout(() => opener instanceof HTMLElement && opener.isConnected && opener.focus(), focusDelay);
    };
  }, [isOpen]);
}
