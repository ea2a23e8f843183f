import { Stack, Text } from '@mantine/core';
import { Panel } from '../shell/panel.tsx';
import type { Choices } from './report-choices.ts';
import { ReportLinks } from './report-links.tsx';
import { ReportOptions } from './report-options.tsx';

interface Props {
  isOpen: boolean;
  choices: Choices;
  onChange: (choices: Choices) => void;
  onClose: () => void;
}

/** Id of the button that opens the report of all boards. */
export const reportOpener = 'boards-report';

/** 'Expense Report': the report of every board that the user may see. */
export function ReportPanel({ isOpen, choices, onChange, onClose }: Props) {
  return (
    <Panel title="Expense Report" isOpen={isOpen} onClose={onClose} opener={reportOpener}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          One workbook with the cards of all boards, their board and list, and the totals by category and currency. For
          one board or one list, use View Lists.
        </Text>
        <ReportOptions choices={choices} onChange={onChange} />
        <ReportLinks of={{}} name="all boards" choices={choices} />
      </Stack>
    </Panel>
  );
}
