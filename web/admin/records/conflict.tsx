import { Alert, Button, Group, Table, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { Draft, Level, LevelField, Row } from './level.ts';

interface Props {
  level: Level;
  mine: Draft;
  theirs: Row;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Someone else saved the record meanwhile: shows where the two versions differ and lets the person choose. */
export function Conflict({ level, mine, theirs, onKeepMine, onTakeTheirs }: Props) {
  const differing = level.fields.filter(({ name }) => (mine[name] ?? null) !== (theirs[name] ?? null));
  const alert = useRef<HTMLDivElement>(null);
  // Save may be far below.
  useEffect(() => alert.current?.focus(), []);
  return (
    <Alert
      ref={alert}
      tabIndex={-1}
      color="amber"
      title={`Someone else has changed this ${level.noun} meanwhile`}
      role="alert"
    >
      {differing.length === 0 ? (
        <Text size="sm">Their version is the same as yours.</Text>
      ) : (
        <Table fz="sm" verticalSpacing={6} aria-label="Where the versions differ">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Field</Table.Th>
              <Table.Th>Theirs, saved now</Table.Th>
              <Table.Th>Yours</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {differing.map((field) => (
              <Table.Tr key={field.name}>
                <Table.Th scope="row">{field.info.label}</Table.Th>
                <Table.Td>
                  <Shown field={field} value={theirs[field.name]} />
                </Table.Td>
                <Table.Td>
                  <Shown field={field} value={mine[field.name]} />
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

function Shown({ field, value }: { field: LevelField; value: unknown }) {
  const { Show } = field.widget;
  return value === undefined || value === '' ? <em>empty</em> : <Show value={value} />;
}
