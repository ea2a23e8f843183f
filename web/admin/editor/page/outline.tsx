import type { ReactNode } from 'react';
import { boxOf } from './geometry.ts';

interface HoverProps {
  element: HTMLElement;
  name: string;
}

interface SelectionProps {
  element: HTMLElement;
  isHidden: boolean;
  /** Height of the toolbar, in px of the frame. */
  toolbarHeight: number;
  /** The toolbar. */
  children: ReactNode;
}

/** Distance of the toolbar from its item, in px. */
const margin = 6;

/** The outline of an item: thin with its name, or of the selected item with its toolbar. */
export function Outline(props: HoverProps | SelectionProps) {
  const { isFixed, ...box } = boxOf(props.element);
  if ('name' in props) {
    return (
      <div className="box" style={box} data-fixed={isFixed || undefined}>
        <div className="outline" />
        <span className="label" data-inside={box.top < 28 || undefined}>
          {props.name}
        </span>
      </div>
    );
  }
  const { isHidden, toolbarHeight, children } = props;
  const bar = toolbarHeight + margin;
  // The toolbar is above the item, and follows the window's edge; below an item in the header.
  const space = isFixed || box.top < bar ? 0 : bar;
  return (
    <>
      <div className="box" style={box} data-fixed={isFixed || undefined}>
        <div className="outline" data-selected data-hidden={isHidden || undefined} />
      </div>
      <div
        className="box"
        style={
          isFixed
            ? { ...box, top: box.top + box.height + margin, height: bar }
            : { ...box, top: box.top - space, height: box.height + space }
        }
        data-fixed={isFixed || undefined}
      >
        {children}
      </div>
    </>
  );
}
