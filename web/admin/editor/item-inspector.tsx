import { ActionIcon, Alert, Anchor, Text } from '@mantine/core';
import { Suspense, useEffect, useId, useRef, useState } from 'react';
import { UploadContext } from '../fields/uploads.ts';
import { RecordHistory } from '../history/record-history.tsx';
import type { OpenForm } from '../presence/open-form.ts';
import { OtherEditors } from '../presence/other-editors.tsx';
import { RecordFields } from '../records/record-fields.tsx';
import { type RecordView, type Row, viewAt } from '../records/record-view.ts';
import { useDestination } from '../releases/destination.ts';
import { MoreIcon } from '../shell/icons.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import { ChildList } from './child-list.tsx';
import { removeItem } from './commands.ts';
import { ConflictChoice } from './conflict-choice.tsx';
import { TableIcon } from './icons.tsx';
import css from './inspector.module.css';
import { ItemMenu } from './item-menu.tsx';
import { chainTo } from './outline-model.ts';
import { placeOf } from './outline-sorting.tsx';
import { otherFieldsOf, pageFieldsOf } from './page-fields.ts';
import { useEditor, useEditorSession } from './session/provider.tsx';
import { type ItemKey, keyOf } from './session/types.ts';
import { tableAddress } from './table-address.ts';
import { useEditorUi } from './ui.ts';
import { useUploadsContext } from './uploads-context.ts';

interface Props {
  item: ItemKey;
  /** The field that was clicked on the page. */
  field: string | undefined;
}

/** The fields of an item, its lists, and what else can be done with it. */
export function ItemInspector({ item, field }: Props) {
  const session = useEditorSession();
  // Draws again with the row.
  const row = useEditor(() => session.row(item));
  const view = viewAt(item.path);
  if (!row || !view) return null;
  return (
    <Suspense>
      <RowInspector item={item} row={row} view={view} field={field} />
    </Suspense>
  );
}

const noProblems: Readonly<Record<string, string>> = {};

function RowInspector({ item, row, view, field }: Props & { row: Row; view: RecordView }) {
  const session = useEditorSession();
  const { nodes, takesFocus } = useEditorUi();
  const key = keyOf(item);
  const problems = useEditor((state) => state.problems.get(key)) ?? noProblems;
  const conflict = useEditor((state) => state.conflicts.find((one) => keyOf(one.item) === key));
  const isUnsaved = useEditor((state) => state.unsavedCount > 0);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [note, setNote] = useState<HTMLElement | null>(null);
  const openForm = useRef<Pick<OpenForm, 'typed'>>(null);
  const uploads = useUploadsContext();
  const release = useDestination();
  const formId = useId();
  const inputId = (name: string) => `${formId}-${name}`;
  useFieldFocus(item, field && inputId(field), view, field);

  const chain = chainTo(nodes, item);
  const checked = left.size > 0 ? view.check(row) : null;
  const own = Object.fromEntries(Object.entries(checked ?? {}).filter(([name]) => left.has(name)));
  const fields = pageFieldsOf(view);
  const hidden = Object.entries(problems).filter(([name]) => !fields.some((field) => field.name === name));
  const first = fields[0];
  useFirstField(takesFocus, item, first && inputId(first.name));
  const elsewhere = otherFieldsOf(item.path);
  const table = tableAddress(session, item);
  const lists = session.childPaths(item.path);

  function change(name: string, value: unknown) {
    session.change(item, name, value);
    openForm.current?.typed(name);
  }

  return (
    <div className={css.content}>
      <header className={css.header}>
        <Breadcrumb chain={chain} view={view} />
        <Actions item={item} />
        <OtherEditors view={view} rowId={item.id > 0 ? item.id : undefined} ref={openForm} place={note} />
        <div ref={setNote} className={css.note} />
      </header>
      {hidden.length > 0 && (
        <Alert color="red" title="This cannot be saved">
          {hidden.map(([name, text]) => (
            <Text key={name} size="sm">
              {text}
            </Text>
          ))}
        </Alert>
      )}
      {conflict && <ConflictChoice conflict={conflict} view={view} mine={row} />}
      <UploadContext value={uploads}>
        <RecordFields
          fields={fields}
          values={row}
          errors={{ ...problems, ...own }}
          inputId={inputId}
          onChange={change}
          onLeave={(name) => setLeft((before) => new Set([...before, name]))}
        />
      </UploadContext>
      {lists.map((path) => (
        <ChildList key={path} path={path} parent={item} />
      ))}
      {elsewhere && (
        <Text size="xs" c="dimmed">
          {elsewhere} are on the screen{' '}
          <Anchor href={table.href} inherit>
            {table.title}
          </Anchor>
          .
        </Text>
      )}
      <footer className={css.footer}>
        <Anchor href={table.href} size="sm" className={css.link}>
          <TableIcon /> Open in the table
        </Anchor>
        {item.id > 0 && !release && <RecordHistory view={view} row={row} hasInput={isUnsaved} />}
      </footer>
    </div>
  );
}

/** The menu of the selected item. */
function Actions({ item }: { item: ItemKey }) {
  const session = useEditorSession();
  const { nodes } = useEditorUi();
  const [isOpen, setOpen] = useState(false);
  const button = useId();
  const node = chainTo(nodes, item).at(-1);
  if (!node) return null;
  return (
    <ItemMenu
      node={node}
      siblingCount={placeOf(nodes, node.id)?.siblings.length ?? 0}
      isOpen={isOpen}
      onClose={() => {
        setOpen(false);
        setTimeout(() => document.getElementById(button)?.focus());
      }}
      onRemove={() => removeItem(session, item)}
    >
      <ActionIcon
        id={button}
        variant="subtle"
        color="gray"
        aria-label={`Actions for this ${node.noun}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <MoreIcon />
      </ActionIcon>
    </ItemMenu>
  );
}

/** Moves the focus to the first field of a new item, and selects the field's text: the next key replaces it. */
function useFirstField(takesFocus: (item: ItemKey) => boolean, item: ItemKey, id: string | undefined): void {
  const latest = useRef({ takesFocus, item, id });
  latest.current = { takesFocus, item, id };
  const key = keyOf(item);
  useEffect(() => {
    const added = latest.current;
    if (keyOf(added.item) !== key || !added.takesFocus(added.item) || added.id === undefined) return;
    const firstId = added.id;
    // Later: a narrow window shows the fields with this selection, and a menu returns the focus when it closes.
    setTimeout(() => {
      const input = document.getElementById(firstId);
      input?.focus();
      if (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement) input.select();
    });
  }, [key]);
}

/**
 * Shows the field that was clicked on the page, and moves the focus there. The focus stays on the page for a text, which the user
 * types there.
 */
function useFieldFocus(item: ItemKey, id: string | undefined, view: RecordView, field: string | undefined): void {
  const key = keyOf(item);
  useEffect(() => {
    if (id === undefined) return;
    const input = document.getElementById(id);
    const isText = view.fields.some(({ name, widget }) => name === field && widget.isProse);
    const isOnPage = document.activeElement?.closest('[data-editor-page]') != null;
    input?.closest('[data-wide], div')?.scrollIntoView({ block: 'nearest' });
    if (!isText || !isOnPage) input?.focus({ preventScroll: true });
  }, [key, id, field, view]);
}
