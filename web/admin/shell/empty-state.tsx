import type { ReactNode } from 'react';
import css from './empty-state.module.css';

/** Shown instead of an empty list: what will appear here, optionally with a button that adds it. */
export function EmptyState({ children }: { children: ReactNode }) {
  return <div className={css.empty}>{children}</div>;
}
