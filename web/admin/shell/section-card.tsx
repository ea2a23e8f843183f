import { Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import css from './section-card.module.css';

interface Props {
  title: string;
  /** At the right of the title. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A titled part of a screen about one thing. */
export function SectionCard({ title, aside, children }: Props) {
  return (
    <section className={css.card} aria-label={title}>
      <div className={css.head}>
        <Title order={2} size="h4">
          {title}
        </Title>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** Two columns of parts, the wider one first; one below the other in a narrow window. */
export function TwoColumns({ main, side }: { main: ReactNode; side: ReactNode }) {
  return (
    <div className={css.page}>
      <Stack gap="lg">{main}</Stack>
      <Stack gap="lg">{side}</Stack>
    </div>
  );
}
