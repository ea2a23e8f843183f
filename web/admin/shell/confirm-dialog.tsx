import { Button, Group, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { layers } from '../theme.ts';
import css from './confirm.module.css';

export interface Question {
  message: string;
  /** The record or action in question, if the message does not name it. */
  subject?: ReactNode;
  /** Label of the button that confirms. */
  action: string;
  /** Colour of that button; red unless the action destroys nothing. */
  color?: string;
}

interface Props extends Question {
  isOpen: boolean;
  onAnswer: (isConfirmed: boolean) => void;
}

/** The dialog of a question; the focus starts at Cancel. */
export default function ConfirmDialog({ message, subject, action, color = 'red', isOpen, onAnswer }: Props) {
  return (
    <Modal
      opened={isOpen}
      onClose={() => onAnswer(false)}
      title={message}
      centered
      size="sm"
      withCloseButton={false}
      returnFocus={false}
      zIndex={layers.confirmation}
      // The dialog's header element is no landmark beside the screen's header.
      attributes={{ header: { role: 'presentation' } }}
      classNames={{ header: css.header, title: css.title, body: css.body }}
    >
      {subject && (
        <Text component="div" mb="md">
          {subject}
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" data-autofocus onClick={() => onAnswer(false)}>
          Cancel
        </Button>
        <Button color={color} onClick={() => onAnswer(true)}>
          {action}
        </Button>
      </Group>
    </Modal>
  );
}
