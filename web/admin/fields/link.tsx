import { anchors, buttonActions } from '../../../contract/links.ts';
import { AddressInput } from './lazy-inputs.ts';
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
      <AddressInput
        {...props}
        names={targets.map((target) => target.text)}
        value={nameOf(props.value ?? '')}
        onChange={(name) => props.onChange(targetOf(name ?? ''))}
      />
    ),
    Show: ({ value }) => nameOf(value),
  };
}
