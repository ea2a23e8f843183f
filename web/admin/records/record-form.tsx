import { Alert, Skeleton, Stack } from '@mantine/core';
import { Loaded } from '../shell/loaded.tsx';
import { useRows } from './record-queries.ts';
import { type RecordFormProps, RowForm } from './row-form.tsx';

/** Loads a row into its form, or opens an empty form for a new row. */
export function RecordForm(props: RecordFormProps) {
  const { view, id, parentId } = props;
  const query = useRows(view, parentId);
  if (id === null) return <RowForm key="new" {...props} row={null} />;
  return (
    <Loaded query={query} what={view.noun} waiting={<FormSkeleton fields={view.fields.length} />}>
      {(rows) => {
        const row = rows.find((candidate) => candidate.id === id);
        return row ? <RowForm key={id} {...props} row={row} /> : <Gone noun={view.noun} />;
      }}
    </Loaded>
  );
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
