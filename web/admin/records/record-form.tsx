import { Alert, Skeleton, Stack } from '@mantine/core';
import { Loaded } from '../shell/loaded.tsx';
import { Form, type RecordFormProps } from './form.tsx';
import { useRows } from './rows.ts';

/** The form of one row, or of a new one: waits for the row, and says so if it is gone. */
export function RecordForm(props: RecordFormProps) {
  const { level, id, parentId } = props;
  const query = useRows(level, parentId);
  if (id === null) return <Form key="new" {...props} row={null} />;
  return (
    <Loaded query={query} what={level.noun} waiting={<FormSkeleton fields={level.fields.length} />}>
      {(rows) => {
        const row = rows.find((candidate) => candidate.id === id);
        return row ? <Form key={id} {...props} row={row} /> : <Gone noun={level.noun} />;
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
