import { Button, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { sections } from '../../../contract/sections.ts';
import { sectionNames } from '../history/changes.ts';
import { EmptyState } from '../shell/empty-state.tsx';
import type { FullRelease, ReleaseChange } from './answers.ts';
import { ChangeCard } from './change-card.tsx';
import css from './releases.module.css';
import { isEditable } from './use-releases.ts';

/** Changes of a section that are drawn at first. */
const shownAtFirst = 25;

/** The changes of a release, by section in the order of the page. */
export function Changes({ release }: { release: FullRelease }) {
  if (release.changes.length === 0)
    return (
      <EmptyState>
        <Text size="sm" maw="34rem" mx="auto">
          {isEditable(release)
            ? 'There are no changes yet. Press Edit: while this release is chosen at the top of a screen, every save, deletion and new order goes here and not to the page.'
            : 'This release has no changes.'}
        </Text>
      </EmptyState>
    );
  const bySection = sections.flatMap(({ key }) => {
    const changes = release.changes.filter(({ record }) => record.split('.')[0] === key);
    return changes.length === 0 ? [] : [{ key, changes }];
  });
  return (
    <Stack gap="xl">
      {bySection.map(({ key, changes }) => (
        <SectionChanges key={key} title={sectionNames.get(key) ?? key} changes={changes} release={release} />
      ))}
    </Stack>
  );
}

interface Props {
  title: string;
  changes: readonly ReleaseChange[];
  release: FullRelease;
}

function SectionChanges({ title, changes, release }: Props) {
  const [shown, setShown] = useState(shownAtFirst);
  const hidden = changes.length - shown;
  return (
    <section aria-label={title}>
      <Title order={2} size="h5" mb="xs">
        {title}{' '}
        <Text span inherit c="dimmed" fw={400}>
          {changes.length}
        </Text>
      </Title>
      <ul className={css.changes} tabIndex={-1}>
        {changes.slice(0, shown).map((change) => (
          <ChangeCard key={change.id} change={change} release={release} />
        ))}
      </ul>
      {hidden > 0 && (
        <Button variant="default" size="xs" mt="sm" onClick={() => setShown(shown + 100)}>
          Show {Math.min(hidden, 100)} more
        </Button>
      )}
    </section>
  );
}
