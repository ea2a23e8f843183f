import { Button, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { hash, type ImageHash } from '../../../contract/image-hash.ts';
import { type RecordField, viewAt } from '../records/record-view.ts';
import { Thumbnail } from '../records/thumbnail.tsx';
import type { Entry } from './changes.ts';
import css from './history.module.css';
import { shortened, type TextPart, textParts } from './text-difference.ts';

type FieldChange = Entry['changes'][number];

interface Props {
  entry: Pick<Entry, 'record' | 'changes' | 'action' | 'cause'>;
  /** Gives the field the value of this entry; left out where nothing can be restored. */
  onRestore?: ((field: string) => void) | undefined;
  /** Label of the button that calls `onRestore`. */
  restoreLabel?: string;
  isBusy: boolean;
}

/** The fields that differ from the version before; of an added or deleted row, all its values. */
export function FieldChanges({ entry, onRestore, restoreLabel = 'Restore this value', isBusy }: Props) {
  const view = viewAt(entry.record);
  if (entry.changes.length === 0) return null;
  return (
    <dl className={css.fields}>
      {entry.changes.map((change) => {
        const field = view?.fields.find(({ name }) => name === change.field);
        const isRestorable = onRestore && change.field !== 'position';
        return (
          <div key={change.field}>
            <dt>{change.label}</dt>
            <dd>
              <Difference change={change} field={field} isWhole={entry.action !== 'save' || entry.cause === 'start'} />
            </dd>
            {isRestorable && (
              <dd className={css.restoreValue}>
                <Button
                  size="compact-sm"
                  fz="xs"
                  variant="subtle"
                  disabled={isBusy}
                  onClick={() => onRestore(change.field)}
                >
                  {restoreLabel}
                  <VisuallyHidden> of {change.label}</VisuallyHidden>
                </Button>
              </dd>
            )}
          </div>
        );
      })}
    </dl>
  );
}

interface DifferenceProps {
  change: FieldChange;
  field: RecordField | undefined;
  /** True for the values of an added or deleted row, which are no differences. */
  isWhole: boolean;
}

function Difference({ change: { from, to, kind }, field, isWhole }: DifferenceProps) {
  if (isWhole) {
    const value = to ?? from;
    const picture = kind === 'picture' && hash.safeParse(value).data;
    if (picture) return <Picture picture={picture} />;
    const isText = field?.widget.isProse && typeof value === 'string';
    return isText ? <LongText text={value} /> : <Value field={field} value={value} />;
  }
  if (kind === 'picture') return <Pictures from={from} to={to} />;
  if (field?.widget.isProse && isText(from) && isText(to)) return <Words from={from ?? ''} to={to ?? ''} />;
  return (
    <span className={css.values}>
      <del>
        <Value field={field} value={from} />
      </del>
      <span aria-hidden="true">→</span>
      <ins>
        <Value field={field} value={to} />
      </ins>
    </span>
  );
}

function isText(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

/** A value as the tables show the field. */
export function Value({ field, value }: { field: RecordField | undefined; value: unknown }): ReactNode {
  if (value === null || value === undefined) return <em>empty</em>;
  if (!field) return String(value);
  const { Show } = field.widget;
  return <Show value={value} />;
}

function Pictures({ from, to }: { from: unknown; to: unknown }) {
  const shown = [
    { name: 'Before', picture: hash.safeParse(from).data },
    { name: 'After', picture: hash.safeParse(to).data },
  ];
  return (
    <span className={css.pictures}>
      {shown.map(({ name, picture }) => (
        <Picture key={name} name={name} picture={picture} />
      ))}
    </span>
  );
}

function Picture({ name, picture }: { name?: string; picture: ImageHash | undefined }) {
  return (
    <span className={css.picture}>
      {name && <small>{name}</small>}
      {picture ? <Thumbnail hash={picture} /> : <em>no picture</em>}
    </span>
  );
}

function Words({ from, to }: { from: string; to: string }) {
  const [isAll, setAll] = useState(false);
  const parts = textParts(from, to).filter(({ text }) => text !== '');
  const short = shortened(parts);
  return (
    <>
      <span className={css.text} dir="auto">
        {(isAll ? parts : short).map((part, place) => (
          <Part key={place} {...part} />
        ))}
      </span>
      {short.some(({ kind }) => kind === 'left out') && <MoreButton isAll={isAll} onClick={() => setAll(!isAll)} />}
    </>
  );
}

function Part({ kind, text }: TextPart) {
  if (kind === 'added') return <ins>{text}</ins>;
  if (kind === 'removed') return <del>{text}</del>;
  return kind === 'left out' ? <span className={css.leftOut}>{text}</span> : text;
}

/** Length from which a text is cut, in characters. */
const longLength = 400;

function LongText({ text }: { text: string }) {
  const [isAll, setAll] = useState(false);
  const isLong = text.length > longLength;
  return (
    <>
      <span className={css.text} dir="auto">
        {isLong && !isAll ? `${text.slice(0, longLength)} …` : text}
      </span>
      {isLong && <MoreButton isAll={isAll} onClick={() => setAll(!isAll)} />}
    </>
  );
}

function MoreButton({ isAll, onClick }: { isAll: boolean; onClick: () => void }) {
  return (
    <Button size="compact-sm" fz="xs" variant="subtle" className={css.more} onClick={onClick}>
      {isAll ? 'Show less' : 'Show the whole text'}
    </Button>
  );
}
