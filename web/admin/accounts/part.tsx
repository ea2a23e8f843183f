import { Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface Props {
  title: string;
  /** What the part is for, in a sentence. */
  purpose?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A part of the account screen with its title. */
export function AccountPart({ title, purpose, actions, children }: Props) {
  const id = useId();
  return (
    <Stack component="section" aria-labelledby={id} gap="sm">
      <Group justify="space-between" align="flex-end" gap="sm" mih={36}>
        <Title id={id} order={2} size="h4">
          {title}
        </Title>
        {actions}
      </Group>
      {purpose && (
        <Text size="sm" c="dimmed" maw="40rem">
          {purpose}
        </Text>
      )}
      {children}
    </Stack>
  );
}
