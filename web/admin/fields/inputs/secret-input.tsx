import { PasswordInput } from '@mantine/core';
import { commonText } from '../common.ts';
import type { InputProps } from '../widget.ts';

/** Password or other secret, without the browser's autofill. */
export function SecretInput(props: InputProps<string>) {
  return (
    <PasswordInput
      {...commonText(props)}
      autoComplete="new-password"
      value={props.value ?? ''}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}
