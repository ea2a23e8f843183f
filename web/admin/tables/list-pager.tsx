import { Group, Pagination, Text } from '@mantine/core';
import { countLimit, pageSize } from '../../../contract/paging.ts';

interface Props {
  /** Noun for one row and for several. */
  noun: readonly [one: string, several: string];
  count: number;
  isCountExact: boolean;
  page: number;
  onPage: (page: number) => void;
}

/** The number of rows of a long list, and the buttons of its pages. */
export function ListPager({ noun, count, isCountExact, page, onPage }: Props) {
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed" role="status">
        {isCountExact ? count.toLocaleString() : `More than ${countLimit.toLocaleString()}`} {noun[count === 1 ? 0 : 1]}
      </Text>
      <Pagination
        size="sm"
        value={page}
        onChange={onPage}
        total={Math.ceil(count / pageSize)}
        getControlProps={(control) => ({ 'aria-label': `${control} page` })}
      />
    </Group>
  );
}
