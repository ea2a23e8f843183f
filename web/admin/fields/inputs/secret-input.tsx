import { PasswordField } from '../../shell/password-field.tsx';
import { commonText } from '../common.ts';
import type { InputProps } from '../widget.ts';

/** Password or other secret, without the browser's autofill. */
export function SecretInput(props: InputProps<string>) {
  return (
    <PasswordField
      {...commonText(props)}
      autoComplete="new-password"
      value={props.value ?? ''}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}
