import { ActionIcon, CloseButton, Tooltip } from '@mantine/core';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { userMay } from '../accounts/store.ts';
import { type SectionState, sectionStates, usePublishedContent } from '../content/section-states.ts';
import { isOpenToUser, type SidebarScreen, sidebarGroups, topScreens } from '../screens.ts';
import { CollapseIcon, ExpandIcon, ExternalIcon } from './icons.tsx';
import css from './sidebar.module.css';
import { SidebarEntry } from './sidebar-entry.tsx';
import { useSidebarForm } from './sidebar-form.ts';
import { SidebarGroup } from './sidebar-group.tsx';

interface Props {
  /** Closes the menu of a narrow window. */
  onClose: () => void;
}

/** Links to the user's screens in groups; collapsed, their icons alone. */
export function Sidebar({ onClose }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const router = useRouter();
  const { isCollapsed, toggle, closedGroups, toggleGroup, openGroup } = useSidebarForm();
  const content = usePublishedContent({ isEnabled: userMay('content:read') });
  const states = useMemo(() => sectionStates(content), [content]);
  const groups = sidebarGroups
    .map(({ title, screens }) => ({
      title,
      screens: inPageOrder(screens.filter(isOpenToUser), states),
    }))
    .filter(({ screens }) => screens.length > 0);

  const { pathname } = useLocation();
  const current = groups.find(({ screens }) => screens.some(({ path }) => isOpen(path, pathname)))?.title;
  const latestOpen = useRef(openGroup);
  latestOpen.current = openGroup;
  // A link, or the browser's Back, may lead into a closed group.
  useEffect(() => {
    if (pathname && current !== undefined) latestOpen.current(current);
  }, [pathname, current]);

  // Scroll to the entry of the open screen after every navigation; the router restores the old scroll position.
  useEffect(() => {
    const show = () => list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
    show();
    return router.subscribe('onRendered', show);
  }, [router]);

  const reasons = new Map<string, string | null>(states.map(({ key, hiddenBecause }) => [key, hiddenBecause]));
  const entry = (screen: SidebarScreen) => (
    <SidebarEntry
      key={screen.path}
      screen={screen}
      isCollapsed={isCollapsed}
      hiddenBecause={reasons.get(screen.section ?? '') ?? null}
    />
  );
  const action = isCollapsed ? 'Expand the menu' : 'Collapse the menu';
  return (
    <div className={css.sidebar} data-collapsed={isCollapsed || undefined}>
      <div className={css.top}>
        <span className={css.brand}>
          <Mark /> <span className={css.label}>Vitrine</span>
        </span>
        <CloseButton className={css.close} hiddenFrom="md" aria-label="Close the menu" onClick={onClose} />
      </div>
      <div className={css.list} ref={list}>
        {topScreens.filter(isOpenToUser).map(entry)}
        {groups.map(({ title, screens }) => (
          <SidebarGroup
            key={title}
            title={title}
            isCollapsed={isCollapsed}
            isOpen={isCollapsed || !closedGroups.includes(title)}
            onToggle={() => toggleGroup(title)}
          >
            {screens.map(entry)}
          </SidebarGroup>
        ))}
      </div>
      <div className={css.bottom}>
        <Tooltip label="View page" position="right" disabled={!isCollapsed}>
          <a className={css.page} href="/" target="_blank" rel="noopener">
            <span className={css.label}>View page</span> <ExternalIcon />
          </a>
        </Tooltip>
        <Tooltip label={action} position="right">
          <ActionIcon className={css.toggle} visibleFrom="md" size={36} aria-label={action} onClick={toggle}>
            {isCollapsed ? <ExpandIcon /> : <CollapseIcon />}
          </ActionIcon>
        </Tooltip>
      </div>
    </div>
  );
}

/** True for the screen of an address, or a screen below. */
function isOpen(path: string, pathname: string): boolean {
  return `${pathname}/`.startsWith(`/admin/${path}/`);
}

/** The entries of sections in the order of the page's layout, where the first of them stands; the others stay. */
function inPageOrder(screens: readonly SidebarScreen[], states: readonly SectionState[]): SidebarScreen[] {
  const sorted = states.flatMap(({ key }) => screens.filter(({ section }) => section === key));
  const first = screens.find((screen) => sorted.includes(screen));
  return screens.flatMap((screen) => {
    if (screen === first) return sorted;
    return sorted.includes(screen) ? [] : [screen];
  });
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
