import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  /** One sentence below the title. */
  hint: string;
  children: ReactNode;
}

/** One part of the screen with its title. */
export function PrivacyPart({ title, hint, children }: Props) {
  return (
    <div>
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text size="sm" c="dimmed" maw="44rem" mb="md">
        {hint}
      </Text>
      {children}
    </div>
  );
}
