import { Drawer } from '@mantine/core';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { createDraftStore, DraftContext } from '../preview/draft.ts';
import { PreviewButton, PreviewPane, usePreviewSwitch } from '../preview/preview-pane.tsx';
import { useIsConfirming } from '../shell/confirm.tsx';
import { ToastDock } from '../shell/toasts.tsx';
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
  /** Its form is of something on the public page, which can be shown beside it. */
  hasPreview?: boolean;
  children: ReactNode;
}

/** Side panel from the right (specification, section 2, Admin screen pattern). */
export function Panel({ title, isOpen, onClose, isWide = false, opener, hasPreview = false, children }: Props) {
  // While it slides out the panel keeps what it held; the address no longer says what that was.
  const [held, setHeld] = useState({ title, children });
  if (isOpen && (held.title !== title || held.children !== children)) setHeld({ title, children });
  const content = isOpen ? { title, children } : held;
  const isConfirming = useIsConfirming();
  useFocusReturn(isOpen, opener);
  const preview = usePreviewSwitch(isOpen && hasPreview);
  const [draft] = useState(createDraftStore);
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
        <div className={css.whole}>
          <div className={css.column} data-preview={preview.isOn || undefined}>
            <div className={css.top}>
              <div className={css.header}>
                <Drawer.Title className={css.title}>{content.title}</Drawer.Title>
                <ToastDock isOn={isOpen} className={css.toasts} />
                {hasPreview && <PreviewButton {...preview} />}
                <Drawer.CloseButton aria-label={`Close ${content.title}`} />
              </div>
            </div>
            <Drawer.Body className={css.body}>
              <IsOpen value={isOpen}>
                <DraftContext value={draft}>{content.children}</DraftContext>
              </IsOpen>
            </Drawer.Body>
          </div>
          {hasPreview && preview.isOn && <PreviewPane store={draft} />}
        </div>
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
