import { Button, Group, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { hash } from '../../../contract/image-hash.ts';
import { imageUrl } from '../../../contract/images.ts';
import { ReleaseMark, useReleaseMarks } from '../releases/release-marks.tsx';
import { PencilIcon } from '../shell/icons.tsx';
import { openerId, type RowAction } from './actions.tsx';
import { ColumnCell } from './column-cell.tsx';
import css from './heading-card.module.css';
import type { RecordView, Row } from './record-view.ts';

/** Columns from which the values stand side by side. */
const manyColumns = 7;

interface Props {
  view: RecordView;
  row: Row;
  /** Name of the card for screen readers. */
  label: string;
  onEdit: (row: number) => void;
  /** Further buttons, with the headers of their columns. */
  actions: readonly RowAction[];
}

/** The only row of a heading, with the names of the table's columns as labels. */
export function HeadingCard({ view, row, label, onEdit, actions }: Props) {
  const mark = useReleaseMarks(view).get(row.id);
  const media = view.columns.find(({ kind }) => kind === 'picture');
  const values = view.columns.filter((column) => column !== media);
  return (
    <section className={css.card} aria-label={label}>
      <dl className={css.values} data-many={view.columns.length >= manyColumns || undefined}>
        {media && (
          <div className={css.media}>
            <dt>{media.header}</dt>
            <dd>
              <Picture view={view} row={row} name={media.name} />
            </dd>
          </div>
        )}
        {values.map((column, place) => (
          <div key={column.name} data-title={place === 0 || undefined}>
            <dt>{column.header}</dt>
            <dd>
              <ColumnCell view={view} row={row} column={column} />
              {place === 0 && <ReleaseMark mark={mark} />}
            </dd>
          </div>
        ))}
      </dl>
      <Group gap="sm" className={css.actions}>
        <Button
          id={openerId(view, row.id, 'edit')}
          variant="default"
          size="compact-sm"
          leftSection={<PencilIcon />}
          onClick={() => onEdit(row.id)}
        >
          Edit<VisuallyHidden> {view.title(row)}</VisuallyHidden>
        </Button>
        {actions.map(({ header, button, Cell }) => (
          <div key={header} className={css.action}>
            {button && <span className={css.header}>{header}</span>}
            <Cell view={view} row={row} />
          </div>
        ))}
      </Group>
    </section>
  );
}

function Picture({ view, row, name }: { view: RecordView; row: Row; name: string }) {
  const stored = hash.safeParse(row[name]).data;
  const width = view.fields.find((field) => field.name === name)?.info.slot?.widths[0];
  if (!stored || width === undefined) return <span className={css.none}>No picture</span>;
  return <img className={css.picture} src={imageUrl(stored, width)} alt="" />;
}

/** Shown until the row is loaded. */
export function HeadingSkeleton({ label }: { label: string }) {
  return (
    <section className={css.card} aria-label={label} aria-busy="true">
      <Stack gap="sm" p="lg">
        <Skeleton h={14} w="8rem" />
        <Skeleton h={26} w="60%" />
        <Skeleton h={14} w="40%" />
      </Stack>
    </section>
  );
}
