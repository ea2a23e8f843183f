import { Alert, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';

/** Shown above the form of a row that another user has deleted; the form keeps its values. */
export function Deleted({ noun }: { noun: string }) {
  const alert = useRef<HTMLDivElement>(null);
  // The Save button may be far below.
  useEffect(() => alert.current?.focus(), []);
  return (
    <Alert ref={alert} tabIndex={-1} color="amber" title={`Someone else has deleted this ${noun}`} role="alert">
      <Text size="sm">The form keeps its values. “Create it again” saves them in a new {noun}.</Text>
    </Alert>
  );
}
