import { PasswordInput, type PasswordInputProps } from '@mantine/core';

const toggle = { 'aria-label': 'Show the password', tabIndex: 0, 'aria-hidden': false };

/** A password that can be shown, also by keyboard. */
export function PasswordField(props: PasswordInputProps) {
  return <PasswordInput visibilityToggleButtonProps={toggle} {...props} />;
}
