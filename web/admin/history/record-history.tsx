import { Button, Stack, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { rowTitle } from '../../../contract/row-title.ts';
import type { RecordView, Row } from '../records/record-view.ts';
import { HistoryIcon } from '../shell/icons.tsx';
import { Panel } from '../shell/panel.tsx';
import { HistoryList } from './history-list.tsx';

interface Props {
  view: RecordView;
  row: Row;
  /** True if the form has input that is not saved. */
  hasInput: boolean;
}

/** A button that opens the versions of the form's row, in a panel over the form; the form keeps its input. */
export function RecordHistory({ view, row, hasInput }: Props) {
  const [isOpen, setOpen] = useState(false);
  const button = useId();
  return (
    <>
      <Button
        id={button}
        variant="subtle"
        ms="auto"
        px="xs"
        leftSection={<HistoryIcon />}
        onClick={() => setOpen(true)}
      >
        History
      </Button>
      <Panel
        title={`History of ${rowTitle(row) || view.title(row)}`}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        opener={button}
        isWide
      >
        <Stack gap="lg">
          {hasInput && (
            <Text size="sm" c="dimmed">
              The form keeps its unsaved input. If you restore a version here, saving the form asks which of the two to
              keep.
            </Text>
          )}
          {isOpen && (
            <HistoryList
              filter={{ record: view.path ?? '', rowId: row.id }}
              isOfOne
              empty={`No versions of this ${view.noun} are stored yet. Each save adds one.`}
            />
          )}
        </Stack>
      </Panel>
    </>
  );
}
