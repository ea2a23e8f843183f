import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import { focusContent } from './screen-focus.ts';

interface NarrowMenu {
  isOpen: boolean;
  /** True while the open menu lies over header and screen, which then take neither focus nor clicks. */
  isOver: boolean;
  toggle: () => void;
  close: () => void;
  menu: RefObject<HTMLElement | null>;
  button: RefObject<HTMLButtonElement | null>;
}

/**
 * The sidebar of a narrow window: it takes the focus when it opens. Esc closes it; the focus then returns to its button, or after
 * a link goes to the new screen.
 */
export function useNarrowMenu(): NarrowMenu {
  const [isOpen, { toggle, close }] = useDisclosure();
  const isWide = useMediaQuery('(min-width: 62em)', false, { getInitialValueInEffect: false });
  const isOver = isOpen && !isWide;
  const { pathname } = useLocation();
  const menu = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const openedAt = useRef<string>(null);
  useEffect(() => close(), [pathname, close]);

  useEffect(() => {
    if (isOver) {
      openedAt.current = pathname;
      menu.current?.querySelector('button')?.focus();
    } else if (openedAt.current !== null) {
      if (openedAt.current === pathname) button.current?.focus();
      else focusContent();
      openedAt.current = null;
    }
  }, [isOver, pathname]);

  useEffect(() => {
    if (!isOver) return;
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) close();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [isOver, close]);

  return { isOpen, isOver, toggle, close, menu, button };
}
