import { ActionIcon, Group, NativeSelect } from '@mantine/core';
import { SortIcon } from '../shell/icons.tsx';

interface Props<Key extends string> {
  /** Name of the table. */
  label: string;
  choices: readonly { header: string; sortKey: Key }[];
  /** The column that the table is sorted by; undefined for the rows' own order. */
  by: Key | undefined;
  isDescending: boolean;
  onSort: (by: Key) => void;
}

/** Sorts a table on a phone, where the cards have no headers to press. */
export function SortSelect<Key extends string>({ label, choices, by, isDescending, onSort }: Props<Key>) {
  const choose = (value: string) => {
    const wanted = choices.find(({ sortKey }) => sortKey === value);
    if (wanted) onSort(wanted.sortKey);
  };
  return (
    <Group gap="xs" mb="xs">
      <NativeSelect
        aria-label={`Sort ${label}`}
        flex={1}
        value={by ?? ''}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {by === undefined && <option value="">Sort by…</option>}
        {choices.map(({ header, sortKey }) => (
          <option key={sortKey} value={sortKey}>
            Sort by {header}
          </option>
        ))}
      </NativeSelect>
      {by !== undefined && (
        <ActionIcon
          variant="default"
          size={36}
          aria-label={isDescending ? 'Sort upwards' : 'Sort downwards'}
          onClick={() => onSort(by)}
        >
          <SortIcon direction={isDescending ? 'descending' : 'ascending'} />
        </ActionIcon>
      )}
    </Group>
  );
}
