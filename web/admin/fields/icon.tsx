import { lazy, Suspense } from 'react';
import type { IconName } from '../../landing/components/icon.tsx';
import css from './icon.module.css';
import { IconInput } from './lazy-inputs.ts';
import { optionsOf } from './select.tsx';
import type { Widget } from './widget.ts';

// Contains the drawings of all icons.
const Icon = lazy(async () => ({ default: (await import('../../landing/components/icon.tsx')).Icon }));

function Sample({ name }: { name: IconName }) {
  return (
    <Suspense>
      <Icon name={name} className={css.icon} />
    </Suspense>
  );
}

/** Choice of an icon of the public page, shown beside its name. */
export function icon<Name extends IconName>(labels: Readonly<Record<Name, string>>): Widget<Name> {
  const options = optionsOf(labels);
  return {
    Input: ({ value, onChange, ...props }) => (
      <IconInput
        {...props}
        icon={value}
        labels={options.map(({ label }) => label)}
        chosen={options.findIndex((option) => option.value === value)}
        onChoose={(place) => onChange(options[place]?.value)}
      />
    ),
    Show: ({ value }) => (
      <span className={css.named}>
        <Sample name={value} /> {labels[value]}
      </span>
    ),
  };
}
