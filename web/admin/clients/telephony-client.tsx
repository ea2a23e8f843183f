import { type Option, OptionsInput } from '../fields/select.tsx';
import type { InputProps, Widget } from '../fields/widget.ts';

/** The SMS account whose user may see this client's server (specification, section 3: null if not positive). */
export function telephonyClient(): Widget<number | null> {
  return { Input: TelephonyClientInput, Show: ({ value }) => (value === null ? 'None' : `Account ${value}`) };
}

function TelephonyClientInput(props: InputProps<number | null>) {
  const options: Option<number | null>[] = [{ value: null, label: 'None' }];
  if (props.value) options.push({ value: props.value, label: `Account ${props.value}` });
  return <OptionsInput {...props} options={options} description="There are no SMS accounts to choose from yet." />;
}
