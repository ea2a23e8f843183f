import { Tooltip, VisuallyHidden } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { SidebarScreen } from '../screens.ts';
import css from './sidebar.module.css';

interface Props {
  screen: SidebarScreen;
  isCollapsed: boolean;
  /** Why the page does not show the screen's section; null if it does. */
  hiddenBecause: string | null;
}

/** Link to a screen, with a mark if visitors do not see the section. */
export function SidebarEntry({ screen: { path, label, Icon, Count, isApart }, isCollapsed, hiddenBecause }: Props) {
  const hidden = hiddenBecause === null ? null : `Hidden: ${hiddenBecause}`;
  const tip = [isCollapsed && label, hidden].filter(Boolean).join(' · ');
  return (
    <Tooltip
      label={tip}
      position="right"
      disabled={tip === ''}
      events={{ hover: true, focus: true, touch: false }}
      openDelay={isCollapsed ? 0 : 400}
    >
      <Link
        to={`/admin/${path}`}
        className={css.entry}
        data-apart={isApart}
        data-hidden={hidden ? true : undefined}
        activeOptions={{ includeSearch: false }}
      >
        <Icon size={18} stroke={1.75} aria-hidden="true" className={css.icon} />
        <span className={css.label}>{label}</span>
        {hidden && (
          <span className={css.mark}>
            <IconEyeOff size={14} aria-hidden="true" />
            <VisuallyHidden>, {hidden.toLowerCase()}</VisuallyHidden>
          </span>
        )}
        {Count && (
          <span className={css.count}>
            <Count />
          </span>
        )}
      </Link>
    </Tooltip>
  );
}
