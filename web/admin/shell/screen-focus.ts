import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Moves the focus to the content of the screen. */
export function focusContent(): void {
  document.getElementById('content')?.focus({ preventScroll: true });
}

/** Moves the focus to the new screen if the focused element was part of the old one. */
export function useFocusOnNewScreen(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged && document.activeElement === document.body) focusContent();
      }),
    [router],
  );
}
