import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { SectionKey } from '../../../contract/sections.ts';
import { setupSteps } from '../../landing/setup-steps.ts';
import { client } from '../api/client.ts';
import { pageQuery } from '../records/record-queries.ts';
import { useDestination } from '../releases/destination.ts';

const SetupSteps = lazy(() => import('./setup-steps.tsx'));

/** The steps of setting up the page, until all are done or the user closes the list; `onSection` opens a section in the page editor. */
export function SetupChecklist({ onSection }: { onSection?: (section: SectionKey) => void }) {
  const isInRelease = useDestination() !== null;
  const [isClosed, setClosed] = useLocalStorage<boolean>({ key: 'setupClosed' });
  // Every save of a record reloads this query.
  const { data } = useQuery({ queryKey: [pageQuery, 'setup'], queryFn: () => client.landing.content.query() });
  const steps = data ? setupSteps(data) : [];
  // The steps are about the page that visitors see.
  if (isInRelease || isClosed || steps.every(({ isDone }) => isDone)) return null;
  return (
    <Suspense>
      <SetupSteps steps={steps} onSection={onSection} onClose={() => setClosed(true)} />
    </Suspense>
  );
}
