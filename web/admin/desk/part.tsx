import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import css from './desk.module.css';

interface Props {
  title: string;
  /** Words beside the title. */
  note?: ReactNode;
  children: ReactNode;
}

/** A part of the dashboard with its title. */
export function Part({ title, note, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className={css.heading}>
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {note}
      </div>
      {children}
    </section>
  );
}
