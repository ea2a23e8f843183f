import { Button, Text } from '@mantine/core';
import { moveDraftsToLive } from '../records/drafts.ts';
import { chooseDestination, useScreenDestination } from './destination.ts';
import css from './releases.module.css';
import { closedBecause, useRelease } from './use-releases.ts';

/** Says below a panel's title that its form and table belong to a release, or that the release takes no more changes. */
export function PanelStrip() {
  const destination = useScreenDestination();
  const release = useRelease(destination);
  if (!destination) return null;
  const closed = closedBecause(destination, release);
  if (closed === null)
    return (
      <p className={css.strip}>
        In the release <strong>{destination.name}</strong>. Visitors do not see these changes.
      </p>
    );
  return (
    <div className={css.strip} role="alert" data-closed>
      <Text size="sm" mb="xs">
        {closed} It takes no more changes. What you have typed is still here and is not saved.
      </Text>
      <Button
        size="xs"
        variant="white"
        color="plum"
        onClick={() => {
          moveDraftsToLive(destination);
          chooseDestination(null);
        }}
      >
        Continue on the live page
      </Button>
    </div>
  );
}
