import { Autocomplete } from '@mantine/core';
import { commonText } from '../common.ts';
import type { InputProps } from '../widget.ts';

/** A name of the list, or any address. */
export function AddressInput({ names, ...props }: InputProps<string> & { names: string[] }) {
  return (
    <Autocomplete
      {...commonText(props)}
      value={props.value ?? ''}
      onChange={props.onChange}
      data={names}
      maxDropdownHeight={240}
      openOnFocus={false}
      comboboxProps={{ withinPortal: true }}
    />
  );
}
