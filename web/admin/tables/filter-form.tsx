import { Button, Group, SimpleGrid } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type FormEvent, type ReactNode, useState } from 'react';
import css from './filter-form.module.css';

interface Props<Filters> {
  /** Name of the form for screen readers. */
  label: string;
  /** The empty filters. */
  none: Filters;
  /** The filters at first, and whenever they change outside of the form; by default the empty ones. */
  initial?: Filters;
  /** Text of the button that unfolds the form on a phone. */
  unfold?: string;
  onSearch: (filters: Filters) => void;
  /** What Reset does besides emptying the form; by default it searches without filters. */
  onReset?: () => void;
  children: (filters: Filters, change: (part: Partial<Filters>) => void) => ReactNode;
}

/** Windows in which the filters fold away, as the rows of the table become cards. */
const phone = '(max-width: 37.5em)';

/** Filters of a list, with Search and Reset; folded on a phone while they are empty. */
export function FilterForm<Filters>(props: Props<Filters>) {
  const { label, none, initial = none, unfold = 'Filters', onSearch, onReset = () => onSearch(none), children } = props;
  const isPhone = useMediaQuery(phone, false, { getInitialValueInEffect: false });
  const [isUnfolded, setUnfolded] = useState(false);
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
  if (isPhone && !isUnfolded && JSON.stringify(initial) === JSON.stringify(none))
    return (
      <Button variant="default" onClick={() => setUnfolded(true)}>
        {unfold}
      </Button>
    );
  return (
    <form onSubmit={submit} aria-label={label} className={css.form}>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm" className={css.fields}>
        {children(filters, (part) => setFilters({ ...filters, ...part }))}
      </SimpleGrid>
      <Group gap="sm" wrap="nowrap">
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
