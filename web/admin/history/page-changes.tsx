import { Text } from '@mantine/core';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../../server/trpc/app-router.ts';
import css from './history.module.css';
import { counted, subjectOf } from './wording.ts';

type PageChange = inferRouterOutputs<AppRouter>['history']['page']['changes'][number];

/** What happens to one row, and to several. */
const effects = [
  { effect: 'brought back', one: 'comes back', several: 'come back' },
  { effect: 'changed', one: 'changes back', several: 'change back' },
  { effect: 'deleted', one: 'is newer and is deleted', several: 'are newer and are deleted' },
  { effect: 'hidden', one: 'is hidden from the page', several: 'are hidden from the page' },
] as const;

/** What a return of the page to a moment would do, for the question before the return. */
export function PageChanges({ changes, when }: { changes: readonly PageChange[]; when: string }) {
  const hasClients = changes.some(({ record }) => record === 'clients.items');
  return (
    <>
      <Text size="sm" mb="xs">
        The page goes back to {when}. You can undo this.
      </Text>
      <section
        className={css.effects}
        aria-label="What changes"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
        tabIndex={0}
      >
        {effects.map(({ effect, one, several }) => {
          const rows = changes.filter((change) => change.effect === effect);
          if (rows.length === 0) return null;
          return (
            <div key={effect}>
              <strong>
                {counted(rows)} {rows.length === 1 ? one : several}
              </strong>
              <ul>
                {rows.map((row) => (
                  <li key={`${row.record} ${row.rowId}`}>{subjectOf(row).replace(/^the /, '')}</li>
                ))}
              </ul>
            </div>
          );
        })}
      </section>
      {hasClients && (
        <Text size="sm" mt="xs">
          Clients with a server are hidden and not deleted, and keep their server settings.
        </Text>
      )}
    </>
  );
}
