import { PasswordInput } from '@mantine/core';
import { commonText } from './text.tsx';
import type { Widget } from './widget.ts';

/** Password or other secret, without the browser's autofill. */
export function secret(): Widget<string> {
  return {
    isSecret: true,
    Input: (props) => (
      <PasswordInput
        {...commonText(props)}
        autoComplete="new-password"
        value={props.value ?? ''}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
    ),
    Show: () => '********',
  };
}
