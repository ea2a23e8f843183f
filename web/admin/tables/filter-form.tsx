import { Button, Group, SimpleGrid } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';

interface Props<Filters> {
  /** Name of the form for screen readers. */
  label: string;
  /** The empty filters. */
  none: Filters;
  /** The filters at first; by default the empty ones. */
  initial?: Filters;
  onSearch: (filters: Filters) => void;
  children: (filters: Filters, change: (part: Partial<Filters>) => void) => ReactNode;
}

/** Filters of a list, with Search and Reset. */
export function FilterForm<Filters>({ label, none, initial = none, onSearch, children }: Props<Filters>) {
  const [filters, setFilters] = useState(initial);
  function submit(event: FormEvent) {
    event.preventDefault();
    onSearch(filters);
  }
  return (
    <form onSubmit={submit} aria-label={label}>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
        {children(filters, (part) => setFilters({ ...filters, ...part }))}
      </SimpleGrid>
      <Group mt="sm" gap="sm">
        <Button type="submit">Search</Button>
        <Button
          variant="default"
          onClick={() => {
            setFilters(none);
            onSearch(none);
          }}
        >
          Reset
        </Button>
      </Group>
    </form>
  );
}
