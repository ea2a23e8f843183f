import { trpc } from '../api/client.ts';
import { type Option, OptionsInput } from '../fields/select.tsx';
import type { InputProps, Widget } from '../fields/widget.ts';

/** The telephony client whose user sees this server (specification, section 3: null if not positive). */
export function telephonyClient(): Widget<number | null> {
  return { Input: TelephonyClientInput, Show: AccountName };
}

function AccountName({ value }: { value: number | null }) {
  const { data = [] } = trpc.telephony.choices.useQuery();
  return value === null ? 'None' : labelOf(data, value);
}

function TelephonyClientInput(props: InputProps<number | null>) {
  const { data = [], isPending } = trpc.telephony.choices.useQuery();
  const options: Option<number | null>[] = [
    { value: null, label: 'None' },
    ...data.map(({ id, label }) => ({ value: id, label })),
  ];
  const { value } = props;
  if (value && !data.some(({ id }) => id === value)) options.push({ value, label: labelOf(data, value) });
  const isEmpty = !isPending && data.length === 0;
  const { hint } = props.info;
  const info = {
    ...props.info,
    hint: isEmpty ? 'There are no telephony clients yet. Add them under Twilio Client.' : hint,
  };
  return <OptionsInput {...props} info={info} options={options} />;
}

function labelOf(choices: readonly { id: number; label: string }[], id: number): string {
  return choices.find((choice) => choice.id === id)?.label ?? `Account ${id}`;
}
