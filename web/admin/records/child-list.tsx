import { CloseButton, Group, Paper, Text, Title } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useShownDraft } from '../preview/draft.ts';
import { usePanelIsOpen } from '../shell/panel.tsx';
import type { Panels } from '../shell/use-panels.ts';
import { edit, openerId, type RowAction, remove } from './actions.tsx';
import { AddButton, EmptyList } from './add-button.tsx';
import { RecordForm } from './record-form.tsx';
import { useRows } from './record-queries.ts';
import RecordTable from './record-table.tsx';
import type { RecordView } from './record-view.ts';

interface Props {
  view: RecordView;
  parentId: number | undefined;
  /** Columns of buttons between Edit and Delete. */
  actions: readonly RowAction[];
  panels: Panels;
}

/** The list of a panel, and above it the form while the address names its row. */
export function ChildList({ view, parentId, actions, panels }: Props) {
  const { row } = panels.open;
  // Another user may have saved since the number of rows was loaded.
  const { data } = useRows(view, parentId, { isFresh: true });
  const [saved, setSaved] = useState<number>();
  useFocusAfterForm(view, row, saved);
  const hasForm = row !== undefined;
  const isEmpty = data?.length === 0;

  function open(next: number | 'new') {
    setSaved(undefined);
    panels.row(next);
  }

  return (
    <>
      {hasForm ? (
        <FormCard {...{ view, parentId, row, panels }} onSaved={setSaved} />
      ) : (
        <PageAround view={view} parentId={parentId} />
      )}
      {!(hasForm && isEmpty) && (
        <div>
          {data && !isEmpty && (
            <Group justify="space-between" mih={36} mb="sm">
              <Text size="sm" c="dimmed">
                {data.length} {data.length === 1 ? 'entry' : 'entries'}
              </Text>
              {row !== 'new' && <AddButton view={view} hasFocus={!hasForm} onClick={() => open('new')} />}
            </Group>
          )}
          <RecordTable
            view={view}
            parentId={parentId}
            actions={[
              edit(open),
              ...actions,
              remove((deleted) => {
                if (deleted === row) panels.row(undefined, true);
              }),
            ]}
            label={view.panel}
            current={row === 'new' ? undefined : row}
            saved={saved}
            isLow={hasForm}
            empty={<EmptyList view={view} hasFocus onClick={() => open('new')} />}
          />
        </div>
      )}
    </>
  );
}

/** Focuses the saved row when the form has closed, or the button that opened the form. */
function useFocusAfterForm(view: RecordView, row: number | 'new' | undefined, saved: number | undefined): void {
  const opened = useRef<number | 'new'>(undefined);
  useEffect(() => {
    if (row !== undefined) {
      opened.current = row;
      return;
    }
    const target = saved ?? opened.current;
    opened.current = undefined;
    if (target !== undefined) document.getElementById(openerId(view, target, 'edit'))?.focus();
  }, [view, row, saved]);
}

interface FormCardProps extends Omit<Props, 'actions'> {
  row: number | 'new';
  onSaved: (row: number) => void;
}

function FormCard({ view, parentId, row, panels, onSaved }: FormCardProps) {
  const titleId = `${view.key}-form`;
  return (
    <Paper component="section" withBorder p="md" aria-labelledby={titleId}>
      <Group justify="space-between" wrap="nowrap" mb="sm">
        <Title order={3} size="h5" id={titleId}>
          {row === 'new' ? `New ${view.noun}` : `Edit ${view.noun}`}
        </Title>
        <CloseButton aria-label="Close the form" onClick={() => panels.row(undefined)} />
      </Group>
      <RecordForm
        view={view}
        id={row === 'new' ? null : row}
        parentId={parentId}
        addsAnother
        onSaved={({ id }) => {
          onSaved(id);
          panels.row(undefined, true);
        }}
        onReset={() => panels.row('new', true)}
      />
    </Paper>
  );
}

const noChange = () => {};

/** Shows the page in the panel's preview while no form is open. */
function PageAround({ view, parentId }: { view: RecordView; parentId: number | undefined }) {
  const isOpen = usePanelIsOpen();
  useShownDraft({ view, id: null, parentId, values: null, change: noChange }, isOpen);
  return null;
}
