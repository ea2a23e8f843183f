import { type ComponentType, useState } from 'react';
import { messages, titles } from '../../../contract/messages.ts';
import { notifyError } from '../shell/notify.ts';
import { DestinationButton } from './destination-button.tsx';
import type { DestinationChoiceProps } from './destination-choice.tsx';

// The menu is no part of the first screen's scripts. It finds the releases in the cache, where DestinationGuard loads them.
const load = () => import('./destination-choice.tsx').then(({ default: DestinationChoice }) => DestinationChoice);

/** Moves the focus to the choice, after a dialog that was opened from the menu. */
export function focusDestinationMenu(): void {
  // After the dialog has closed.
  setTimeout(() => document.querySelector<HTMLElement>('[data-destination-menu]')?.focus(), 60);
}

interface Props {
  /** True on narrow screens: a row above the content. */
  isRow?: boolean;
  onNew: () => void;
}

/** Chooses whether edits go to the live page or to a release. */
export function DestinationMenu({ isRow = false, onNew }: Props) {
  const [Choice, setChoice] = useState<ComponentType<DestinationChoiceProps> | null>(null);
  if (Choice) return <Choice isRow={isRow} onNew={onNew} />;

  function open() {
    load().then(
      (loaded) => setChoice(() => loaded),
      () => notifyError(titles.error, messages.checkConnection),
    );
  }

  const preload = () => void load().catch(() => {});
  return (
    <DestinationButton
      isRow={isRow}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={open}
      onPointerEnter={preload}
      onFocus={preload}
    />
  );
}
