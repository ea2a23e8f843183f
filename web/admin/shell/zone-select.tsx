import { Select, type SelectProps } from '@mantine/core';

/** Entries shown at once; typing narrows the list. */
const maxShown = 100;

interface Props extends Omit<SelectProps, 'data' | 'onChange'> {
  value: string | null;
  onChange: (zone: string) => void;
  /** Zones that the browser may not know. */
  also?: readonly string[];
}

/** Choice of an IANA time zone by typing a part of its name. */
export function ZoneSelect({ value, onChange, also = [], ...rest }: Props) {
  const zones = new Set([...(value ? [value] : []), ...also, 'UTC', ...Intl.supportedValuesOf('timeZone')]);
  return (
    <Select
      {...rest}
      data={[...zones]}
      value={value}
      onChange={(zone) => zone && onChange(zone)}
      searchable
      limit={maxShown}
      allowDeselect={false}
      nothingFoundMessage="No such time zone"
    />
  );
}
