import { Autocomplete } from '@mantine/core';
import { anchors, buttonActions } from '../../../contract/links.ts';
import { commonText } from './text.tsx';
import type { Widget } from './widget.ts';

interface Target {
  link: string;
  text: string;
}

const known: readonly Target[] = [...buttonActions, ...anchors];

/** A section of the page, chosen by name, or any address. */
export function link(): Widget<string> {
  return linkTo(anchors);
}

/** Like `link`, with the two actions of the introduction's buttons (specification, section 2). */
export function buttonLink(): Widget<string> {
  const actionNames = new Set<string>(buttonActions.map((action) => action.text));
  return linkTo([...anchors.filter((anchor) => !actionNames.has(anchor.text)), ...buttonActions]);
}

function linkTo(targets: readonly Target[]): Widget<string> {
  const nameOf = (target: string) => known.find((one) => one.link === target)?.text ?? target;
  const targetOf = (name: string) => targets.find((one) => one.text === name)?.link ?? name;
  return {
    Input: (props) => (
      <Autocomplete
        {...commonText(props)}
        value={nameOf(props.value ?? '')}
        onChange={(name) => props.onChange(targetOf(name))}
        data={targets.map((target) => target.text)}
        maxDropdownHeight={240}
        openOnFocus={false}
        comboboxProps={{ withinPortal: true }}
      />
    ),
    Show: ({ value }) => nameOf(value),
  };
}
