import { castTo } from '../../../contract/cast.ts';
import { ChoiceInput } from './lazy-inputs.ts';
import type { InputProps, Widget } from './widget.ts';

/** One choice of a select. */
export interface Option<Value> {
  value: Value;
  label: string;
}

/** The entries of a record of labels as options, in order. */
export function optionsOf<Value extends string>(labels: Readonly<Record<Value, string>>): Option<Value>[] {
  // Object.keys returns string[], although the keys of the record are known.
  return castTo<Value[]>(Object.keys(labels)).map((value) => ({ value, label: labels[value] }));
}

/** Choice of one of the given values, by label. */
export function select<Value extends string>(labels: Readonly<Record<Value, string>>): Widget<Value> {
  return optionsWidget(optionsOf(labels));
}

/** Choice of one of the given values; each is its own label. */
export function values<const Value extends string>(choices: readonly Value[]): Widget<Value> {
  return optionsWidget(choices.map((value) => ({ value, label: value })));
}

/** Yes or No. */
export function yesNo(): Widget<boolean> {
  const options = [
    { value: true, label: 'Yes' },
    { value: false, label: 'No' },
  ];
  return optionsWidget<boolean>(options);
}

/** Choice of one of the listed values, of any type. */
function optionsWidget<Value>(options: readonly Option<Value>[]): Widget<Value> {
  return {
    Input: (props) => <OptionsInput {...props} options={options} />,
    Show: ({ value }) => options.find((option) => option.value === value)?.label ?? String(value),
  };
}

interface OptionsInputProps<Value> extends InputProps<Value> {
  options: readonly Option<Value>[];
}

/** A select of values of any type. */
export function OptionsInput<Value>({ options, value, onChange, ...props }: OptionsInputProps<Value>) {
  return (
    <ChoiceInput
      {...props}
      labels={options.map(({ label }) => label)}
      chosen={options.findIndex((option) => option.value === value)}
      onChoose={(place) => onChange(options[place]?.value)}
    />
  );
}
