import { Button, Group, Modal, Text } from '@mantine/core';
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { layers } from '../theme.ts';
import css from './confirm.module.css';

interface Question {
  message: string;
  /** What it is about, when the message does not say. */
  subject?: string;
  /** What the button that agrees says. */
  action: string;
}

type Confirm = (question: Question) => Promise<boolean>;
type Asked = Question & { answer: (agreed: boolean) => void };

const ConfirmContext = createContext<Confirm>(() => Promise.resolve(false));
const IsConfirming = createContext(false);

/** Asks a question in a dialog; answers true when the person agrees. */
export function useConfirm(): Confirm {
  return useContext(ConfirmContext);
}

/** True while a question is on screen. */
export function useIsConfirming(): boolean {
  return useContext(IsConfirming);
}

/** Holds the one dialog of all questions. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isOpen, setOpen] = useState(false);
  const confirm = useCallback<Confirm>((question) => {
    const returnTo = document.activeElement;
    return new Promise((resolve) => {
      setOpen(true);
      setAsked({
        ...question,
        answer: (agreed) => {
          setOpen(false);
          resolve(agreed);
          if (!agreed && returnTo instanceof HTMLElement) setTimeout(() => returnTo.focus(), 60);
        },
      });
    });
  }, []);

  return (
    <ConfirmContext value={confirm}>
      <IsConfirming value={isOpen}>{children}</IsConfirming>
      <Modal.Root
        opened={isOpen}
        onClose={() => asked?.answer(false)}
        centered
        size="sm"
        returnFocus={false}
        zIndex={layers.question}
      >
        <Modal.Overlay />
        <Modal.Content>
          <Modal.Body className={css.body}>
            <Modal.Title className={css.title}>{asked?.message}</Modal.Title>
            {asked?.subject && <Text>{asked.subject}</Text>}
            <Group justify="flex-end" gap="sm" mt="md">
              <Button variant="default" data-autofocus onClick={() => asked?.answer(false)}>
                Cancel
              </Button>
              <Button color="red" onClick={() => asked?.answer(true)}>
                {asked?.action}
              </Button>
            </Group>
          </Modal.Body>
        </Modal.Content>
      </Modal.Root>
    </ConfirmContext>
  );
}
