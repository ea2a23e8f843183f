import { Group, Stack, Title } from '@mantine/core';
import { createContext, type ReactNode, useEffect } from 'react';
import { ExternalLink } from './external-link.tsx';
import css from './screen.module.css';

/** Id of the screen's section on the public page. */
export const SectionAnchor = createContext<string | undefined>(undefined);

interface Props {
  title: string;
  /** The section's id on the public page. */
  anchor?: string | undefined;
  /** Buttons at the right of the title. */
  actions?: ReactNode;
  /** Uses the whole width of a large window, for a wide table. */
  isWide?: boolean;
  /** A number that needs attention, in front of the tab's title. */
  notice?: number;
  children: ReactNode;
}

/** A screen of the back office: title, link to the section on the public page, content. */
export function Screen({ title, anchor, actions, isWide = false, notice = 0, children }: Props) {
  useEffect(() => {
    document.title = `${notice > 0 ? `(${notice}) ` : ''}${title} · Vitrine`;
  }, [title, notice]);
  return (
    <Stack gap="lg" mod={{ wide: isWide }}>
      <Group justify="space-between" align="flex-end" gap="sm" className={css.head}>
        <Title order={1} className={css.title}>
          {title}
        </Title>
        <Group gap="lg">
          {anchor && <ExternalLink href={`/#${anchor}`} label="Show on page" />}
          {actions}
        </Group>
      </Group>
      <SectionAnchor value={anchor}>{children}</SectionAnchor>
    </Stack>
  );
}
