import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ImageHash } from '../../../contract/image-hash.ts';
import { anchors, buttonActions } from '../../../contract/links.ts';
import { Thumbnail } from './thumbnail.tsx';
import { YesNo } from './yes-no.tsx';

/** A column of a record's table; it may stand on any field whose values it can show. */
export interface Column<Value> {
  header: string;
  Cell: (props: { value: Value }) => ReactNode;
  /** Order of two values, or null when there is nothing to sort by. */
  compare: ((a: Value, b: Value) => number) | null;
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Text or a number; long text is cut after two lines. */
export function text(header: string): Column<string | number | null> {
  return {
    header,
    Cell: ({ value }) => (
      <Text size="sm" lineClamp={2} title={String(value ?? '')} miw="6rem" maw="26rem">
        {value}
      </Text>
    ),
    compare: (a, b) => collator.compare(String(a ?? ''), String(b ?? '')),
  };
}

/** Number, flush right. */
export function number(header: string): Column<number> {
  return {
    header,
    Cell: ({ value }) => (
      <Text size="sm" ta="right" ff="monospace">
        {value.toLocaleString()}
      </Text>
    ),
    compare: (a, b) => a - b,
  };
}

/** Yes or No (specification, section 2). */
export function yesNo(header = 'IsActive'): Column<boolean> {
  return { header, Cell: YesNo, compare: (a, b) => Number(b) - Number(a) };
}

/** Thumbnail of a picture. */
export function picture(header: string): Column<ImageHash | null> {
  return { header, Cell: ({ value }) => <Thumbnail hash={value} />, compare: null };
}

/** One of a fixed set of choices, by its label. */
export function choice<Value extends string>(header: string, labels: Readonly<Record<Value, string>>): Column<Value> {
  return {
    header,
    Cell: ({ value }) => <Text size="sm">{labels[value]}</Text>,
    compare: (a, b) => collator.compare(labels[a], labels[b]),
  };
}

/** Where a menu entry or button leads, by the section's name where it is one. */
export function link(header: string): Column<string> {
  const label = (target: string) =>
    [...anchors, ...buttonActions].find((known) => known.link === target)?.text ?? target;
  return {
    header,
    Cell: ({ value }) => (
      <Text size="sm" lineClamp={1} title={value} maw="20rem">
        {label(value)}
      </Text>
    ),
    compare: (a, b) => collator.compare(label(a), label(b)),
  };
}
