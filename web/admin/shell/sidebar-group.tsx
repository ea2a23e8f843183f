import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import css from './sidebar.module.css';

interface Props {
  title: string;
  /** True while the sidebar shows icons only: then groups are separated by lines. */
  isCollapsed: boolean;
  isOpen: boolean;
  onToggle: () => void;
  children: ReactNode;
}

/** Entries below a heading that closes and opens them. */
export function SidebarGroup({ title, isCollapsed, isOpen, onToggle, children }: Props) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div role="group" aria-label={title}>
      {isCollapsed && <hr className={css.rule} />}
      <UnstyledButton
        className={css.heading}
        aria-expanded={isOpen}
        aria-controls={id}
        hidden={isCollapsed}
        onClick={onToggle}
      >
        {title}
        <IconChevronDown size={14} aria-hidden="true" className={css.chevron} />
      </UnstyledButton>
      <div id={id} hidden={!isOpen}>
        {children}
      </div>
    </div>
  );
}
