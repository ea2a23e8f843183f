import { Select } from '@mantine/core';
import { common } from '../common.ts';
import type { InputProps } from '../widget.ts';

/** Entries shown at once; typing narrows the list. */
const maxShown = 100;

/** Choice of an IANA time zone by typing a part of its name. */
export function ZoneInput(props: InputProps<string>) {
  const { value } = props;
  const zones = new Set(['UTC', ...(value ? [value] : []), ...Intl.supportedValuesOf('timeZone')]);
  return (
    <Select
      {...common(props)}
      data={[...zones]}
      value={value ?? null}
      onChange={(zone) => props.onChange(zone ?? undefined)}
      searchable
      limit={maxShown}
      allowDeselect={false}
      nothingFoundMessage="No such time zone"
    />
  );
}
