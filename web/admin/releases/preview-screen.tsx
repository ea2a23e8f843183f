import { Anchor, Button, Group, SegmentedControl, Skeleton, Stack } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { client, trpc } from '../api/client.ts';
import type { Device } from '../preview/stage-size.ts';
import { BackIcon } from '../shell/icons.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { Screen } from '../shell/screen.tsx';
import type { FullRelease } from './answers.ts';
import { type Made, PreviewLinks } from './preview-links.tsx';
import { useReleaseOfAddress } from './release-screen.tsx';
import css from './releases.module.css';
import { StateBadge } from './state-badge.tsx';
import { useReleaseAction } from './use-release-action.ts';

// Contains the components of the public page: loaded with the first preview.
const PageStage = lazy(async () => ({ default: (await import('../preview/page-stage.tsx')).PageStage }));

/** The whole page with a release, beside the page that visitors see, and links for people without an account. */
export function PreviewScreen() {
  const query = useReleaseOfAddress();
  return (
    <Screen title={query.data ? `Preview: ${query.data.name}` : 'Preview'}>
      <Loaded query={query} what="release" waiting={<Skeleton h={400} />}>
        {(release) => <ReleasePreview release={release} />}
      </Loaded>
    </Screen>
  );
}

function ReleasePreview({ release }: { release: FullRelease }) {
  const { id, name } = release;
  const [shown, setShown] = useState<'release' | 'live'>('release');
  const [device, setDevice] = useLocalStorage<Device>({ key: 'releaseDevice', defaultValue: 'desktop' });
  const planned = trpc.releases.content.useQuery({ id }, { staleTime: 0 });
  const live = trpc.landing.content.useQuery(undefined, { staleTime: 0 });
  const isRelease = shown === 'release';
  const [made, setMade] = useState<Made | null>(null);
  const share = useReleaseAction(async () => setMade(await client.releases.preview.mutate({ id })));
  return (
    <Stack gap="md">
      <div className={css.facts}>
        <StateBadge release={release} />
        <Anchor component={Link} to={`/admin/releases/${id}`} size="sm" className={css.up}>
          <BackIcon /> The release’s changes
        </Anchor>
      </div>
      <Group gap="sm" justify="space-between">
        <SegmentedControl
          size="xs"
          aria-label="Which page"
          color={isRelease ? 'plum' : 'ink'}
          value={shown}
          onChange={setShown}
          data={[
            { value: 'release', label: 'With the release' },
            { value: 'live', label: 'Live' },
          ]}
        />
        <Group gap="sm">
          <SegmentedControl
            size="xs"
            aria-label="Width of the preview"
            value={device}
            onChange={setDevice}
            data={[
              { value: 'phone', label: 'Phone' },
              { value: 'tablet', label: 'Tablet' },
              { value: 'desktop', label: 'Desktop' },
            ]}
          />
          <Button size="xs" variant="default" loading={share.isPending} onClick={() => share.mutate(undefined)}>
            Share a preview link
          </Button>
        </Group>
      </Group>
      <Suspense fallback={<Skeleton h={400} />}>
        <PageStage
          content={isRelease ? planned.data : live.data}
          device={device}
          anchor={undefined}
          title={isRelease ? `The page with “${name}”` : 'The page as visitors see it'}
        />
      </Suspense>
      <PreviewLinks release={release} made={made} onForget={() => setMade(null)} />
    </Stack>
  );
}
