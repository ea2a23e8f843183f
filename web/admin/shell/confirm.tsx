import { Text } from '@mantine/core';
import { ModalsProvider, useModals } from '@mantine/modals';
import { type ReactNode, useCallback } from 'react';
import { layers } from '../theme.ts';
import css from './confirm.module.css';

interface Question {
  message: string;
  /** The record or action in question, if the message does not name it. */
  subject?: ReactNode;
  /** Label of the button that confirms. */
  action: string;
  /** Colour of that button; red unless the action destroys nothing. */
  color?: string;
}

/** Milliseconds until focus returns after Cancel: a panel below the dialog takes it first. */
const focusDelay = 60;

/** Asks a question in a dialog; resolves to true if the user confirms, to false on Cancel, Esc or a click outside. */
export function useConfirm(): (question: Question) => Promise<boolean> {
  const { openConfirmModal } = useModals();
  return useCallback(
    ({ message, subject, action, color = 'red' }) => {
      const opener = document.activeElement;
      return new Promise((resolve) => {
        let isConfirmed = false;
        openConfirmModal({
          title: message,
          children: subject && <Text component="div">{subject}</Text>,
          labels: { confirm: action, cancel: 'Cancel' },
          cancelProps: { 'data-autofocus': true },
          confirmProps: { color },
          onConfirm() {
            isConfirmed = true;
          },
          onClose() {
            resolve(isConfirmed);
            if (!isConfirmed && opener instanceof HTMLElement) setTimeout(() => opener.focus(), focusDelay);
          },
        });
      });
    },
    [openConfirmModal],
  );
}

/** True while a question is open. */
export function useIsConfirming(): boolean {
  return useModals().modals.length > 0;
}

/** Holds the dialog of `useConfirm`. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  return (
    <ModalsProvider
      modalProps={{
        centered: true,
        size: 'sm',
        withCloseButton: false,
        returnFocus: false,
        zIndex: layers.confirmation,
        // The dialog's header element is no landmark beside the screen's header.
        attributes: { header: { role: 'presentation' } },
        classNames: { header: css.header, title: css.title, body: css.body },
      }}
    >
      {children}
    </ModalsProvider>
  );
}
