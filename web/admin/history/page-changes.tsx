import { Text } from '@mantine/core';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../../server/trpc/app-router.ts';
import css from './history.module.css';
import { counted, subjectOf } from './wording.ts';

type PageChange = inferRouterOutputs<AppRouter>['history']['page']['changes'][number];

const effects = [
  { effect: 'brought back', text: 'come back' },
  { effect: 'changed', text: 'change back' },
  { effect: 'deleted', text: 'are deleted, because they are newer' },
  { effect: 'hidden', text: 'are hidden from the page' },
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
        {effects.map(({ effect, text }) => {
          const rows = changes.filter((change) => change.effect === effect);
          if (rows.length === 0) return null;
          return (
            <div key={effect}>
              <strong>
                {counted(rows)} {text}
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
