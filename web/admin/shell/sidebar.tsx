import { CloseButton, ScrollArea } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { UnreadCount } from '../inbox/unread-count.tsx';
import { adminScreens, everyonesScreens, operatorScreens } from '../screens.ts';
import { ExternalIcon } from './icons.tsx';
import css from './sidebar.module.css';

/** Links to the user's screens, in the specification's order (section 2, Admin shell). */
export function Sidebar({ isAdmin, onClose }: { isAdmin: boolean; onClose: () => void }) {
  const list = useRef<HTMLDivElement>(null);
  const router = useRouter();
  // Scroll to the entry of the open screen after every navigation; the router restores the old scroll position.
  useEffect(() => {
    const show = () => list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
    show();
    return router.subscribe('onRendered', show);
  }, [router]);
  return (
    <>
      <div className={css.top}>
        <span className={css.brand}>
          <Mark /> Vitrine
        </span>
        <CloseButton className={css.close} hiddenFrom="md" aria-label="Close the menu" onClick={onClose} />
      </div>
      <ScrollArea className={css.list} scrollbarSize={6} viewportProps={{ tabIndex: -1 }} viewportRef={list}>
        {isAdmin && (
          <Entry path="inbox" label="Inbox">
            <UnreadCount />
          </Entry>
        )}
        {isAdmin &&
          operatorScreens.map(({ path, label, Count }) => (
            <Entry key={path} path={path} label={label}>
              {Count && <Count />}
            </Entry>
          ))}
        {isAdmin && <hr className={css.rule} />}
        {isAdmin && adminScreens.map(({ path, label }) => <Entry key={path} path={path} label={label} />)}
        {isAdmin && <hr className={css.rule} />}
        {everyonesScreens.map(({ path, label }) => (
          <Entry key={path} path={path} label={label} />
        ))}
      </ScrollArea>
      <a className={css.page} href="/" target="_blank" rel="noopener">
        View page <ExternalIcon />
      </a>
    </>
  );
}

function Entry({ path, label, children }: { path: string; label: string; children?: ReactNode }) {
  return (
    <Link to={`/admin/${path}`} className={css.entry} activeOptions={{ includeSearch: false }}>
      {label}
      {children}
    </Link>
  );
}

/** Vitrine's mark: an arched window with a light in it. */
function Mark() {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <path d="M3 18V9a7 7 0 0 1 14 0v9z" fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinejoin="round" />
      <path d="M6.5 18v-5.5a3.5 3.5 0 0 1 7 0V18z" fill="#f19e3a" />
    </svg>
  );
}
