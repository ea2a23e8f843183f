import { Input } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import type { InputProps } from '../fields/widget.ts';
import css from './theme.module.css';

interface Props<Value extends string> extends InputProps<Value> {
  /** The choices in order; the first one is chosen while there is no value. */
  options: readonly { value: Value; content: ReactNode }[];
  /** Side by side in one bar, or as cards. */
  look: 'bar' | 'cards';
}

/** A choice of few values that are all in view, each with a drawing or sample. */
export function Choice<Value extends string>({
  id,
  info,
  value,
  error,
  isReadOnly,
  onChange,
  options,
  look,
}: Props<Value>) {
  const name = useId();
  const chosen = value ?? options[0]?.value;
  return (
    <Input.Wrapper
      label={info.label}
      labelElement="div"
      description={info.hint}
      error={error}
      labelProps={{ id: `${name}-label` }}
    >
      <div role="radiogroup" className={css.choice} data-look={look} aria-labelledby={`${name}-label`}>
        {options.map((option) => (
          <label key={option.value} className={css.option}>
            <input
              type="radio"
              // The element that a form focuses for this field.
              id={option.value === chosen ? id : undefined}
              name={name}
              checked={option.value === chosen}
              onChange={() => !isReadOnly && onChange(option.value)}
            />
            {option.content}
          </label>
        ))}
      </div>
    </Input.Wrapper>
  );
}
