import { limited } from './limit.tsx';
import type { InputProps } from './widget.ts';

/** Properties that every input takes from its field. */
export function common({ id, info, error, isReadOnly, isFirst }: Omit<InputProps<unknown>, 'value' | 'onChange'>) {
  const state = { error, readOnly: isReadOnly, 'data-autofocus': isFirst || undefined };
  return { id, name: id, label: info.label, description: info.hint, ...state };
}

/** Properties that every text input takes from its field. */
export function commonText(props: InputProps<string>) {
  const { info, value, error } = props;
  return { ...common(props), ...limited({ info, text: value, error }) };
}
