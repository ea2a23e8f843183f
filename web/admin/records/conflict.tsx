import { Alert, Button, Group, Table, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { Draft, RecordField, RecordView, Row } from './record-view.ts';

interface Props {
  view: RecordView;
  mine: Draft;
  theirs: Row;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Shown when another user has saved the row in the meantime: compares the two versions and lets the user choose. */
export function Conflict({ view, mine, theirs, onKeepMine, onTakeTheirs }: Props) {
  const differing = view.fields.filter(({ name }) => (mine[name] ?? null) !== (theirs[name] ?? null));
  const alert = useRef<HTMLDivElement>(null);
  // The Save button may be far below.
  useEffect(() => alert.current?.focus(), []);
  return (
    <Alert
      ref={alert}
      tabIndex={-1}
      color="amber"
      title={`Someone else has changed this ${view.noun} in the meantime`}
      role="alert"
    >
      {differing.length === 0 ? (
        <Text size="sm">Their version is the same as yours.</Text>
      ) : (
        <Table fz="sm" verticalSpacing={6} aria-label="Where the versions differ">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Field</Table.Th>
              <Table.Th>Theirs, as saved</Table.Th>
              <Table.Th>Yours</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {differing.map((field) => (
              <Table.Tr key={field.name}>
                <Table.Th scope="row">{field.info.label}</Table.Th>
                <Table.Td>
                  <ShownValue field={field} value={theirs[field.name]} />
                </Table.Td>
                <Table.Td>
                  <ShownValue field={field} value={mine[field.name]} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Group gap="sm" mt="md">
        <Button size="xs" onClick={onKeepMine}>
          Save mine anyway
        </Button>
        <Button size="xs" variant="default" onClick={onTakeTheirs}>
          Take theirs
        </Button>
      </Group>
    </Alert>
  );
}

/** A field's value as text, in words or as a picture. */
export function ShownValue({ field, value }: { field: RecordField; value: unknown }) {
  const { Show } = field.widget;
  return value === undefined || value === '' ? <em>empty</em> : <Show value={value} />;
}
