import { Icon, type IconName } from '../../../landing/components/icon.tsx';
import css from '../icon.module.css';
import { ChoiceInput, type ChoiceInputProps } from './choice-input.tsx';

/** A choice of icons, with the drawing of the chosen one. */
export function IconInput({ icon, ...props }: ChoiceInputProps & { icon: IconName | undefined }) {
  return <ChoiceInput {...props} leftSection={icon && <Icon name={icon} className={css.icon} />} />;
}
