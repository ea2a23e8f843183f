import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ImageHash } from '../../../contract/image-hash.ts';
import { anchors, buttonActions } from '../../../contract/links.ts';
import css from './columns.module.css';
import { Thumbnail } from './thumbnail.tsx';

/** A column of a record's table, for fields of type `Value`. */
export interface Column<Value> {
  header: string;
  Cell: (props: { value: Value }) => ReactNode;
  /** Compares two values for sorting; null for a column without sorting. */
  compare: ((a: Value, b: Value) => number) | null;
  /** False for a column whose text cannot name its row. */
  isTitle?: false;
  /**
   * `flag`: a switch in the row, if the form has the field. `picture`: large where there is room. `title`: names the row, on
   * top of its card on a phone; by default the first column.
   */
  kind?: 'flag' | 'picture' | 'title';
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Text or a number; cut after two lines. */
export function text(header: string): Column<string | number | null> {
  return {
    header,
    // A card on a phone leaves out an empty cell.
    Cell: ({ value }) =>
      value !== null &&
      value !== '' && (
        <Text size="sm" dir="auto" lineClamp={2} title={String(value)} className={css.text}>
          {value}
        </Text>
      ),
    compare: (a, b) => collator.compare(String(a ?? ''), String(b ?? '')),
  };
}

/** Phone number, in one line. */
export function phone(header: string): Column<string> {
  return {
    header,
    Cell: ({ value }) => (
      <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
        {value}
      </Text>
    ),
    compare: (a, b) => a.localeCompare(b),
  };
}

/** Number, right-aligned. */
export function number(header: string): Column<number> {
  return {
    header,
    Cell: ({ value }) => (
      <Text size="sm" ta="right" ff="monospace" pe="md">
        {value.toLocaleString()}
      </Text>
    ),
    compare: (a, b) => a - b,
  };
}

/** Yes or No (specification, section 2), distinguished by more than colour. */
export function yesNo(header = 'IsActive'): Column<boolean> {
  return {
    header,
    Cell: ({ value }) => (
      <span className={css.flag} data-yes={value || undefined}>
        {value ? 'Yes' : 'No'}
      </span>
    ),
    compare: (a, b) => Number(b) - Number(a),
    kind: 'flag',
  };
}

/** Thumbnail of a picture. */
export function picture(header: string): Column<ImageHash | null> {
  return { header, Cell: ({ value }) => <Thumbnail hash={value} />, compare: null, isTitle: false, kind: 'picture' };
}

/** Label of a choice. */
export function choice<Value extends string>(header: string, labels: Readonly<Record<Value, string>>): Column<Value> {
  return {
    header,
    Cell: ({ value }) => <Text size="sm">{labels[value]}</Text>,
    compare: (a, b) => collator.compare(labels[a], labels[b]),
  };
}

/** Target of a menu entry or button: the name of a page section, or the address. */
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
