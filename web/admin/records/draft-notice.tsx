import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { chooseDestination } from '../releases/destination.ts';
import { allDrafts, dropAllDrafts } from './drafts.ts';

/** Names the panels with input from before a reload or the end of a session, until it is restored or discarded. */
export default function DraftNotice() {
  // Renders again when a panel opens or closes.
  useLocation();
  // Input of this visit is in its form.
  const [before] = useState(() => allDrafts().map(({ href }) => href));
  const [isDiscarded, setDiscarded] = useState(false);
  const drafts = allDrafts().filter(({ href }) => before.includes(href) && href !== location.hash);
  if (isDiscarded || drafts.length === 0) return null;
  return (
    <Alert color="ink" title="You have changes that were not saved" role="status" mb="lg">
      <Group gap="md">
        {drafts.map(({ href, panel, release }) => (
          <Anchor
            key={`${href} ${panel} ${release?.id}`}
            href={href}
            size="sm"
            py={4}
            // The form that kept the input is the form of that release, or of the live page.
            onClick={() => chooseDestination(release)}
          >
            {release ? `${panel} (${release.name})` : panel}
          </Anchor>
        ))}
        <Text size="sm" c="dimmed">
          kept for one hour
        </Text>
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => {
            dropAllDrafts();
            setDiscarded(true);
          }}
        >
          Discard
        </Button>
      </Group>
    </Alert>
  );
}
