import { NumberInput } from '@mantine/core';
import { common } from './text.tsx';
import type { Widget } from './widget.ts';

/** Whole number, with an optional hint below the label. */
export function number(hint?: string): Widget<number> {
  return {
    Input: (props) => (
      <NumberInput
        {...common(props)}
        description={hint}
        value={props.value ?? ''}
        onChange={(value) => props.onChange(value === '' || value === '-' ? undefined : Number(value))}
        allowDecimal={false}
      />
    ),
    Show: ({ value }) => value.toLocaleString(),
  };
}
