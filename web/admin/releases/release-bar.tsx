import { Anchor, Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Destination } from './destination.ts';
import css from './releases.module.css';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { useRelease } from './use-releases.ts';
import { useSwitch } from './use-switch.ts';
import { countOfChanges } from './words.ts';

/** Says across the top of a content screen that edits go to a release, and what can be done with the release. */
export default function ReleaseBar({ destination }: { destination: Destination }) {
  const release = useRelease(destination);
  const change = useSwitch();
  const [isScheduling, setScheduling] = useState(false);
  const { name } = destination;
  const address = `/admin/releases/${destination.id}`;
  return (
    <section className={css.bar} aria-label="Release">
      <div className={css.words}>
        <p>
          You edit the release <strong>{name}</strong>. Visitors do not see these changes.
        </p>
        <p className={css.more}>
          <Anchor component={Link} to={address} inherit c="inherit" underline="always">
            {countOfChanges(release?.changes ?? 0)}
          </Anchor>
          {release?.time ? `. Goes live ${release.time.words}.` : ', not scheduled.'}
        </p>
      </div>
      <Group gap="xs" className={css.buttons}>
        <Button component={Link} to={`${address}/preview`} size="xs" variant="white" color="plum">
          Preview
        </Button>
        <Button size="xs" variant="white" color="plum" onClick={() => setScheduling(true)}>
          {release?.state === 'scheduled' ? 'Change the time' : 'Schedule'}
        </Button>
        <Button size="xs" className={css.back} onClick={() => void change(null)}>
          Back to Live
        </Button>
      </Group>
      {release && <ScheduleDialog release={release} isOpen={isScheduling} onClose={() => setScheduling(false)} />}
    </section>
  );
}
