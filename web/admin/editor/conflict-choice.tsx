import { Alert, Button, Group, Text } from '@mantine/core';
import { ShownValue } from '../records/conflict.tsx';
import type { RecordView, Row } from '../records/record-view.ts';
import css from './inspector.module.css';
import { useEditorSession } from './session/provider.tsx';
import type { RowConflict } from './session/types.ts';

interface Props {
  conflict: RowConflict;
  view: RecordView;
  mine: Row;
}

/** Both values of the fields that another user and this one have changed, and the choice between them. */
export function ConflictChoice({ conflict, view, mine }: Props) {
  const session = useEditorSession();
  const { item, theirs } = conflict;
  const fields = view.fields.filter(({ name }) => conflict.fields.includes(name));
  return (
    <Alert color="amber" title={`Someone else has ${theirs ? 'changed' : 'deleted'} this ${view.noun}`} role="alert">
      {theirs ? (
        <dl className={css.versions}>
          {fields.map((field) => (
            <div key={field.name}>
              <dt>{field.info.label}</dt>
              <dd>
                <b>Mine</b> <ShownValue field={field} value={mine[field.name]} />
              </dd>
              <dd>
                <b>Theirs</b> <ShownValue field={field} value={theirs[field.name]} />
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <Text size="sm">Keep yours, and Save creates it again.</Text>
      )}
      <Group gap="xs" mt="sm">
        <Button size="xs" onClick={() => session.resolve(item, 'mine')}>
          Keep mine
        </Button>
        <Button size="xs" variant="default" onClick={() => session.resolve(item, 'theirs')}>
          {theirs ? 'Take theirs' : 'Delete mine too'}
        </Button>
      </Group>
    </Alert>
  );
}
