import type { ReactNode } from 'react';
import css from './empty-state.module.css';

/** Stands in place of an empty list: what will appear here, and perhaps a button that creates it. */
export function EmptyState({ children }: { children: ReactNode }) {
  return <div className={css.empty}>{children}</div>;
}
