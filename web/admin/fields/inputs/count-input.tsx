import { NumberInput } from '@mantine/core';
import { common } from '../common.ts';
import type { InputProps } from '../widget.ts';

/** Whole number. */
export function CountInput(props: InputProps<number>) {
  return (
    <NumberInput
      {...common(props)}
      value={props.value ?? ''}
      onChange={(value) => props.onChange(value === '' || value === '-' ? undefined : Number(value))}
      allowDecimal={false}
    />
  );
}
