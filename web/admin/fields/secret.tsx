import { SecretInput } from './lazy-inputs.ts';
import type { Widget } from './widget.ts';

/** Password or other secret, without the browser's autofill. */
export function secret(): Widget<string> {
  return { isSecret: true, Input: (props) => <SecretInput {...props} />, Show: () => '********' };
}
