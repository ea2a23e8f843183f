import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { common } from '../common.ts';
import type { InputProps } from '../widget.ts';

export interface ChoiceInputProps extends Omit<InputProps<unknown>, 'value' | 'onChange'> {
  labels: readonly string[];
  /** Place of the chosen label; -1 without a choice. */
  chosen: number;
  onChoose: (place: number) => void;
  leftSection?: ReactNode;
}

/** A native select; options are identified by position, so values may be of any type, including an empty string. */
export function ChoiceInput({ labels, chosen, onChoose, leftSection, ...props }: ChoiceInputProps) {
  return (
    <NativeSelect
      {...common(props)}
      leftSection={leftSection}
      value={chosen}
      onChange={(event) => onChoose(Number(event.currentTarget.value))}
    >
      {chosen === -1 && (
        <option value={-1} disabled>
          Choose …
        </option>
      )}
      {labels.map((label, place) => (
        <option key={label} value={place}>
          {label}
        </option>
      ))}
    </NativeSelect>
  );
}
