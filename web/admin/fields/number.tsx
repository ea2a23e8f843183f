import { NumberInput } from '@mantine/core';
import { common } from './text.tsx';
import type { Widget } from './widget.ts';

/** Whole number. */
export function number(): Widget<number> {
  return {
    Input: (props) => (
      <NumberInput
        {...common(props)}
        value={props.value ?? ''}
        onChange={(value) => props.onChange(value === '' || value === '-' ? undefined : Number(value))}
        allowDecimal={false}
      />
    ),
    Show: ({ value }) => value.toLocaleString(),
  };
}
