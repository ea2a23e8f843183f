import { Button, Checkbox, Group, NativeSelect, Skeleton, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Screen } from '../shell/screen.tsx';
import { sectionNames } from './changes.ts';
import { HistoryList } from './history-list.tsx';
import { type HistorySearch, historySearch } from './history-search.ts';

// Contains the components of the public page: loaded with the first moment.
const Moment = lazy(() => import('./moment.tsx'));

/** History: every change of the page's content, the newest first, and the page as it was. */
export function HistoryScreen() {
  const search = historySearch.parse(useSearch({ strict: false }));
  const { moment, section, deleted } = search;
  const navigate = useNavigate();
  const go = (next: HistorySearch, replace = false) => void navigate({ to: '.', search: next, replace });
  const filter = (part: HistorySearch) => go({ section, deleted, ...part }, true);
  /** Removes the filters, and with them the focused button. */
  function showAll() {
    go({}, true);
    focusFirst(sectionFilter);
  }
  const isShowingPage = moment !== undefined;
  return (
    <Screen title={isShowingPage ? 'The page as it was' : 'History'}>
      {isShowingPage && (
        <Suspense fallback={<Skeleton h={400} />}>
          <Moment
            entry={moment}
            onMove={(entry) => go({ ...search, moment: entry }, true)}
            onClose={(opener) => {
              go({ section, deleted });
              // After the list is visible again.
              setTimeout(() => focusFirst(`page-${opener}`, sectionFilter), 60);
            }}
          />
        </Suspense>
      )}
      {/* The list stays mounted, with its open changes, while the page is shown. */}
      <div hidden={isShowingPage}>
        <Text size="sm" c="dimmed" mb="md" maw="46rem">
          Every change of the page’s content, the newest first. Open a change to compare before and after, to bring back
          what was deleted, or to see how the whole page looked then.
        </Text>
        <Group gap="md" mb="lg" align="end">
          <NativeSelect
            id={sectionFilter}
            label="Section"
            value={section ?? ''}
            onChange={({ currentTarget: { value } }) => filter({ section: value === '' ? undefined : value })}
            data={[
              { value: '', label: 'All sections' },
              ...[...sectionNames].map(([value, label]) => ({ value, label })),
            ]}
          />
          <Checkbox
            label={
              <Text span size="sm">
                Deleted only
              </Text>
            }
            size="md"
            mb={6}
            checked={deleted === true}
            onChange={({ currentTarget: { checked } }) => filter({ deleted: checked ? true : undefined })}
          />
        </Group>
        <HistoryList
          key={`${section} ${deleted}`}
          filter={{ section, action: deleted && 'delete' }}
          onShowPage={(entry) => go({ ...search, moment: entry })}
          empty={
            section || deleted ? (
              <>
                No changes match.
                <Button size="xs" variant="default" display="block" mx="auto" mt="sm" onClick={showAll}>
                  Show all changes
                </Button>
              </>
            ) : (
              'No changes yet. Each save, deletion and new order of the page’s content appears here, and can be taken back.'
            )
          }
        />
      </div>
    </Screen>
  );
}

/** Id of the first filter. */
const sectionFilter = 'history-section';

/** Focuses the first of these elements that exists. */
function focusFirst(...ids: string[]): void {
  const found = ids.map((id) => document.getElementById(id)).find((element) => element !== null);
  found?.focus();
}
