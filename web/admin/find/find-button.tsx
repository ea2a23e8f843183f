import { ActionIcon, Kbd, Tooltip, UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { type ComponentType, useEffect, useState } from 'react';
import { messages, titles } from '../../../contract/messages.ts';
import { useAsksForIdentity } from '../accounts/asks-for-identity.ts';
import { useIsConfirming } from '../shell/confirm.tsx';
import { notifyError } from '../shell/notify.ts';
import css from './find-button.module.css';
import { screenAt, screenEntry } from './own-screens.ts';
import { rememberOpened } from './recent.ts';
import type { SpotlightProps } from './spotlight.tsx';

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

interface Props {
  isAdmin: boolean;
  /** Wide: the button looks like a search field. */
  isWide: boolean;
  onLogOut: () => void;
}

/** Opens Spotlight, by a click or by Ctrl+K, and remembers the screens that the user opens. */
export function FindButton({ isAdmin, isWide, onLogOut }: Props) {
  const [Spotlight, setSpotlight] = useState<ComponentType<SpotlightProps> | null>(null);
  const [openings, setOpenings] = useState(0);
  const isConfirming = useIsConfirming();
  const isSigningIn = useAsksForIdentity();
  useRememberedScreens(isAdmin);

  function open() {
    // A question on the screen comes first.
    if (isConfirming || isSigningIn) return;
    load().then(
      (loaded) => {
        setSpotlight(() => loaded);
        setOpenings((count) => count + 1);
      },
      () => notifyError(titles.error, messages.checkConnection),
    );
  }

  // Also while typing in a field.
  useHotkeys([['mod+K', open]], [], true);
  const preload = () => void load().catch(() => {});
  const shared = {
    'aria-haspopup': 'dialog',
    'aria-keyshortcuts': isApple ? 'Meta+K' : 'Control+K',
    onClick: open,
    onPointerEnter: preload,
    onFocus: preload,
  } as const;
  return (
    <>
      {isWide ? (
        <UnstyledButton className={css.field} {...shared}>
          <IconSearch size={16} stroke={1.75} aria-hidden="true" />
          <span className={css.label}>Find anything</span>
          <Kbd size="xs" className={css.keys} aria-hidden="true">
            {isApple ? '⌘ K' : 'Ctrl K'}
          </Kbd>
        </UnstyledButton>
      ) : (
        <Tooltip label="Find anything">
          <ActionIcon variant="subtle" size="lg" aria-label="Find anything" {...shared}>
            <IconSearch size={18} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
      )}
      {Spotlight && <Spotlight openings={openings} isAdmin={isAdmin} onLogOut={onLogOut} />}
    </>
  );
}

/** Spotlight is no part of the first screen's scripts. */
const load = () => import('./spotlight.tsx').then(({ default: Spotlight }) => Spotlight);

function useRememberedScreens(isAdmin: boolean): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const screen = screenAt(pathname);
    if (screen) rememberOpened(screenEntry(screen));
  }, [pathname, isAdmin]);
}
