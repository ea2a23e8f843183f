import { Radio } from '@mantine/core';
import css from './users.module.css';

interface Props {
  value: string;
  label: string;
  description: string;
}

/** A choice with a sentence that explains it. */
export function Choice(props: Props) {
  // The size of a target for fingers (WCAG 2.2), with the text of the other fields.
  return <Radio size="md" classNames={{ label: css.label, description: css.description }} {...props} />;
}
