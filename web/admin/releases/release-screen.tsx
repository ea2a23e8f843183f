import { Alert, Anchor, Skeleton, Stack, Text } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { trpc } from '../api/client.ts';
import { BackIcon } from '../shell/icons.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { Screen } from '../shell/screen.tsx';
import { formatDateTime } from '../shell/time.ts';
import type { FullRelease } from './answers.ts';
import { Changes } from './changes.tsx';
import { Conflicts } from './conflicts.tsx';
import { ReleaseActions } from './release-actions.tsx';
import css from './releases.module.css';
import { StateBadge } from './state-badge.tsx';
import { isEditable } from './use-releases.ts';
import { countOfChanges } from './words.ts';

// Contains rules of the public page: loaded with the first open release.
const ReleaseChecks = lazy(() => import('../checks/release-checks.tsx'));

/** The release that the address names. */
export function useReleaseOfAddress() {
  const { id } = useParams({ strict: false });
  return trpc.releases.get.useQuery({ id: Number(id) }, { refetchInterval: 20_000 });
}

/** One release: its state, what needs a decision, its changes, and what can be done with the release. */
export function ReleaseScreen() {
  const query = useReleaseOfAddress();
  return (
    <Screen title={query.data?.name ?? 'Release'} actions={query.data && <ReleaseActions release={query.data} />}>
      <Loaded query={query} what="release" waiting={<Skeleton h={240} />}>
        {(release) => <Details release={release} />}
      </Loaded>
    </Screen>
  );
}

function Details({ release }: { release: FullRelease }) {
  const { problem, userName, createdAt, changes, time } = release;
  return (
    <Stack gap="lg">
      <div className={css.facts}>
        <StateBadge release={release} />
        <Text size="sm" c="dimmed">
          {countOfChanges(changes.length)} · begun by {userName} on {formatDateTime(createdAt)}
        </Text>
        <Anchor component={Link} to="/admin/releases" size="sm" className={css.up}>
          <BackIcon /> All releases
        </Anchor>
      </div>
      {time?.note && <Text size="sm">{time.note}</Text>}
      {problem !== '' && (
        <Alert color="red" title="Not published at its time" role="alert">
          {problem} Decide below what visitors shall see, then publish or schedule the release again.
        </Alert>
      )}
      <Conflicts release={release} />
      {isEditable(release) && changes.length > 0 && (
        <Suspense>
          <ReleaseChecks release={release} />
        </Suspense>
      )}
      <Changes release={release} />
    </Stack>
  );
}
