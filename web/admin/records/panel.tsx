import { Drawer } from '@mantine/core';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { useIsConfirming } from '../shell/confirm.tsx';
import { layers } from '../theme.ts';
import css from './panel.module.css';

/** Time a panel takes to slide in or out, in ms (specification, section 9). */
const slide = 500;

const IsOpen = createContext(true);

/** False inside a panel that is sliding out. */
export function usePanelIsOpen(): boolean {
  return useContext(IsOpen);
}

interface Props {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** Holds a form and a table, so takes more of the screen. */
  isWide?: boolean;
  /** Id of the button that opened it; focus goes back there. */
  opener: string;
  children: ReactNode;
}

/** Side panel from the right (specification, section 2, Admin screen pattern). */
export function Panel({ title, isOpen, onClose, isWide = false, opener, children }: Props) {
  // While it slides out the panel keeps what it held; the address no longer says what that was.
  const [held, setHeld] = useState({ title, children });
  if (isOpen && (held.title !== title || held.children !== children)) setHeld({ title, children });
  const content = isOpen ? { title, children } : held;
  const isConfirming = useIsConfirming();
  useFocusReturn(isOpen, opener);
  return (
    <Drawer.Root
      opened={isOpen}
      onClose={onClose}
      position="right"
      zIndex={layers.panel}
      // The question above the panel has its own Esc.
      closeOnEscape={!isConfirming}
      returnFocus={false}
      transitionProps={{ duration: slide, transition: 'slide-left' }}
    >
      <Drawer.Overlay backgroundOpacity={0.35} />
      <Drawer.Content className={isWide ? css.wide : css.narrow}>
        <div className={css.header}>
          <Drawer.Title className={css.title}>{content.title}</Drawer.Title>
          <Drawer.CloseButton aria-label={`Close ${content.title}`} />
        </div>
        <Drawer.Body className={css.body}>
          <IsOpen value={isOpen}>{content.children}</IsOpen>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

/** Puts focus on the opener once the panel is closed, also when the opener is in the panel that comes back. */
function useFocusReturn(isOpen: boolean, opener: string): void {
  const lastOpener = useRef<string>(null);
  useEffect(() => {
    if (isOpen) {
      lastOpener.current = opener;
      return;
    }
    const id = lastOpener.current;
    lastOpener.current = null;
    if (id === null) return;
    // A returning panel puts focus on its first control as it mounts; this comes after.
    const timer = setTimeout(() => document.getElementById(id)?.focus(), 60);
    return () => clearTimeout(timer);
  }, [isOpen, opener]);
}
