import { Alert, Skeleton, Stack } from '@mantine/core';
import { Suspense, useState } from 'react';
import { Loaded } from '../shell/loaded.tsx';
import { useRows } from './record-queries.ts';
import type { Row } from './record-view.ts';
import { type RecordFormProps, RowForm } from './row-form.tsx';

/** Loads a row into its form, or opens an empty form for a new row. The first form loads the inputs too. */
export function RecordForm(props: RecordFormProps) {
  return (
    <Suspense fallback={<FormSkeleton fields={props.view.fields.length} />}>
      <LoadedForm {...props} />
    </Suspense>
  );
}

function LoadedForm(props: RecordFormProps) {
  const { view, id, parentId } = props;
  // Another user may have saved since the list was loaded.
  const query = useRows(view, parentId, { isFresh: true });
  if (id === null) return <RowForm key="new" {...props} row={null} />;
  return (
    <Loaded query={query} what={view.noun} waiting={<FormSkeleton fields={view.fields.length} />}>
      {(rows) => <StoredRowForm key={id} {...props} stored={rows.find((row) => row.id === id)} />}
    </Loaded>
  );
}

/** The form of a stored row, which stays with its input if another user deletes the row. */
function StoredRowForm({ stored, ...props }: RecordFormProps & { stored: Row | undefined }) {
  const [last, setLast] = useState(stored);
  if (stored && stored !== last) setLast(stored);
  const row = stored ?? last;
  if (!row) return <Gone noun={props.view.noun} />;
  return <RowForm {...props} row={row} isDeleted={stored === undefined} />;
}

function Gone({ noun }: { noun: string }) {
  return (
    <Alert color="amber" title="Nothing to edit">
      This {noun} does not exist or was deleted.
    </Alert>
  );
}

function FormSkeleton({ fields }: { fields: number }) {
  return (
    <Stack gap="lg" aria-busy="true">
      {Array.from({ length: fields }, (_, place) => (
        <Skeleton key={place} h={36} mt="md" />
      ))}
    </Stack>
  );
}
