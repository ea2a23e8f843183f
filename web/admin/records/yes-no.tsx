import css from './yes-no.module.css';

/** Yes or No, told apart by more than colour. */
export function YesNo({ value }: { value: boolean }) {
  return (
    <span className={css.flag} data-yes={value || undefined}>
      {value ? 'Yes' : 'No'}
    </span>
  );
}
