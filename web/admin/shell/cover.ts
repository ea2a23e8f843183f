import { createContext, useContext, useEffect } from 'react';

/** Says whether a panel or dialog covers the surrounding panel. */
export const Cover = createContext<(isCovered: boolean) => void>(() => {});

/** Leaves Esc and the focus to a panel or dialog that covers the surrounding panel while it is open. */
export function useCover(isOpen: boolean): void {
  const cover = useContext(Cover);
  useEffect(() => {
    if (!isOpen) return;
    cover(true);
    return () => cover(false);
  }, [isOpen, cover]);
}
