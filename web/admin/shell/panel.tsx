import { CloseButton, Drawer } from '@mantine/core';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { useAsksForIdentity } from '../accounts/asks-for-identity.ts';
import { createDraftStore, DraftContext } from '../preview/draft.ts';
import { PreviewButton, PreviewPane, usePreviewSwitch } from '../preview/preview-pane.tsx';
import { PanelStrip } from '../releases/panel-strip.tsx';
import { useIsConfirming } from '../shell/confirm.tsx';
import { ToastDock } from '../shell/toast-dock.tsx';
import { layers } from '../theme.ts';
import { Cover, useCover } from './cover.ts';
import css from './panel.module.css';
import { focusContent } from './screen-focus.ts';

/** Duration of sliding in and out, in ms (specification, section 9). */
const slideDuration = 500;

const IsOpen = createContext(true);

/** False in a panel that is sliding out. */
export function usePanelIsOpen(): boolean {
  return useContext(IsOpen);
}

const NotePlace = createContext<HTMLElement | null>(null);

/** The element on the lower edge of the panel's header, for a short note; null outside of a panel. */
export function usePanelNote(): HTMLElement | null {
  return useContext(NotePlace);
}

interface Props {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** What Esc closes, if not the panel: a form within it. */
  onEscape?: (() => void) | undefined;
  /** Wider, for a form and a table. */
  isWide?: boolean;
  /** Id of the button that opened the panel; receives focus on closing, unless the closed panel has another opener. */
  opener: string;
  /** True if the form's row is on the public page and has a preview. */
  hasPreview?: boolean;
  children: ReactNode;
}

/** Side panel at the right (specification, section 2, Admin screen pattern). */
export function Panel({
  title,
  isOpen,
  onClose,
  onEscape = onClose,
  isWide = false,
  opener,
  hasPreview = false,
  children,
}: Props) {
  // Keep the content while sliding out: the address no longer names it.
  const [held, setHeld] = useState({ title, children });
  if (isOpen && (held.title !== title || held.children !== children)) setHeld({ title, children });
  const content = isOpen ? { title, children } : held;
  const isConfirming = useIsConfirming();
  const isSigningIn = useAsksForIdentity();
  useFocusReturn(isOpen, opener);
  const preview = usePreviewSwitch(isOpen && hasPreview);
  const [draft] = useState(createDraftStore);
  const [isCovered, setCovered] = useState(false);
  useCover(isOpen);
  const [notePlace, setNotePlace] = useState<HTMLElement | null>(null);
  return (
    <Drawer.Root
      opened={isOpen}
      onClose={onEscape}
      closeOnClickOutside={false}
      position="right"
      zIndex={layers.panel}
      // Esc closes an open confirmation dialog and a covering panel first, and nothing below the sign-in box.
      closeOnEscape={!isConfirming && !isSigningIn && !isCovered}
      // One trap at a time: two of them would take the focus from each other.
      trapFocus={!isSigningIn && !isCovered}
      returnFocus={false}
      transitionProps={{ duration: slideDuration, transition: 'slide-left' }}
    >
      <Drawer.Overlay backgroundOpacity={0.35} onClick={onClose} />
      <Drawer.Content className={isWide ? css.wide : css.narrow}>
        <div className={css.whole}>
          <div className={css.column} data-preview={preview.isOn || undefined}>
            <div className={css.top}>
              <div className={css.header}>
                <div className={css.free}>
                  <Drawer.Title className={css.title}>{content.title}</Drawer.Title>
                  <ToastDock isOn={isOpen} className={css.toasts} />
                </div>
                {hasPreview && <PreviewButton {...preview} />}
                <CloseButton aria-label={`Close ${content.title}`} onClick={onClose} />
              </div>
              <PanelStrip />
              <div ref={setNotePlace} className={css.note} />
            </div>
            <Drawer.Body className={css.body}>
              <IsOpen value={isOpen}>
                <DraftContext value={draft}>
                  <NotePlace value={notePlace}>
                    <Cover value={setCovered}>{content.children}</Cover>
                  </NotePlace>
                </DraftContext>
              </IsOpen>
            </Drawer.Body>
          </div>
          {hasPreview && preview.isOn && <PreviewPane store={draft} />}
        </div>
      </Drawer.Content>
    </Drawer.Root>
  );
}

/** Number of open panels; while one panel replaces another, the number of those that stay. */
let openCount = 0;

/** Focuses the opener after closing, also if the opener is in another panel that opens again; without one, the screen. */
function useFocusReturn(isOpen: boolean, opener: string): void {
  const lastOpener = useRef<string>(null);
  useEffect(() => {
    if (!isOpen) return;
    openCount += 1;
    return () => {
      openCount -= 1;
    };
  }, [isOpen]);
  useEffect(() => {
    if (isOpen) {
      lastOpener.current = opener;
      return;
    }
    const id = lastOpener.current;
    lastOpener.current = null;
    if (id === null) return;
    // A reopening panel focuses its first control while mounting; wait until then.
    const timer = setTimeout(() => {
      const target = document.getElementById(opener) ?? document.getElementById(id);
      // The panel that has replaced this one keeps the focus.
      if (openCount > 0 && !target?.closest('[role=dialog]')) return;
      if (target) target.focus();
      else focusContent();
    }, 60);
    return () => clearTimeout(timer);
  }, [isOpen, opener]);
}
