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
        maxLength={12}
        value={props.value ?? ''}
        onChange={(value) => props.onChange(typeof value === 'number' ? value : undefined)}
        allowDecimal={false}
      />
    ),
    Show: ({ value }) => value.toLocaleString(),
  };
}
