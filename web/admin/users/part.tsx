import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import css from './users.module.css';

/** A titled part of a user's panel. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={css.part} aria-labelledby={id}>
      <Title order={3} size="h5" id={id}>
        {title}
      </Title>
      {children}
    </section>
  );
}
