import { Icon, type IconName } from '../../landing/components/icon.tsx';
import css from './icon.module.css';
import { OptionsInput, optionsOf } from './select.tsx';
import type { Widget } from './widget.ts';

/** Choice of an icon of the public page, shown beside its name. */
export function icon<Name extends IconName>(labels: Readonly<Record<Name, string>>): Widget<Name> {
  const options = optionsOf(labels);
  return {
    Input: (props) => (
      <OptionsInput
        {...props}
        options={options}
        leftSection={props.value && <Icon name={props.value} className={css.icon} />}
      />
    ),
    Show: ({ value }) => (
      <span className={css.named}>
        <Icon name={value} className={css.icon} /> {labels[value]}
      </span>
    ),
  };
}
