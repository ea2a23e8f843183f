import { Select } from '@mantine/core';
import type { Person } from './answers.ts';

interface Props {
  label: string;
  people: readonly Person[];
  value: number | null;
  onChange: (contactId: number) => void;
}

/** Choice of a contact; the SMS account tells those of the same name apart. */
export function PersonSelect({ label, people, value, onChange }: Props) {
  const entries = people.map(({ id, name, account }) => ({ value: String(id), label: `${name} (${account})` }));
  // A stored contact may be deleted or inactive now.
  const isGone = value !== null && !people.some(({ id }) => id === value);
  return (
    <Select
      label={label}
      placeholder="Choose a contact"
      searchable
      allowDeselect={false}
      limit={100}
      nothingFoundMessage="No such contact"
      data={isGone ? [...entries, { value: String(value), label: 'A deleted or inactive contact' }] : entries}
      value={value === null ? null : String(value)}
      onChange={(id) => id !== null && onChange(Number(id))}
    />
  );
}
