import { Button, Group, SimpleGrid } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';

interface Props<Filters> {
  /** Name of the form for screen readers. */
  label: string;
  /** The empty filters. */
  none: Filters;
  /** The filters at first, and whenever they change outside of the form; by default the empty ones. */
  initial?: Filters;
  onSearch: (filters: Filters) => void;
  /** What Reset does besides emptying the form; by default it searches without filters. */
  onReset?: () => void;
  /** One row in a wide window. */
  isWide?: boolean;
  children: (filters: Filters, change: (part: Partial<Filters>) => void) => ReactNode;
}

/** Filters of a list, with Search and Reset. */
export function FilterForm<Filters>(props: Props<Filters>) {
  const { label, none, initial = none, onSearch, onReset = () => onSearch(none), isWide = false, children } = props;
  const [filters, setFilters] = useState(initial);
  // Filters in the address change with Back.
  const [shown, setShown] = useState(initial);
  if (JSON.stringify(shown) !== JSON.stringify(initial)) {
    setShown(initial);
    setFilters(initial);
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    onSearch(filters);
  }
  return (
    <form onSubmit={submit} aria-label={label}>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3, ...(isWide && { lg: 6 }) }} spacing="sm">
        {children(filters, (part) => setFilters({ ...filters, ...part }))}
      </SimpleGrid>
      <Group mt="sm" gap="sm">
        <Button type="submit">Search</Button>
        <Button
          variant="default"
          onClick={() => {
            setFilters(none);
            onReset();
          }}
        >
          Reset
        </Button>
      </Group>
    </form>
  );
}
