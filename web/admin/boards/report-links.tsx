import { Anchor, Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { isRange } from '../../../contract/board-report.ts';
import { DownloadIcon } from '../shell/icons.tsx';
import { type Choices, reportQuery } from './report-choices.ts';

interface Props {
  /** The list or the board; none for all boards. */
  of: { listId: string } | { boardId: string } | Record<string, never>;
  /** Its name, for screen readers. */
  name: string;
  choices: Choices;
}

/** Downloads of an expense report. Links, so that the browser saves the file while it downloads. */
export function ReportLinks({ of, name, choices }: Props) {
  if (!isRange({ from: choices.from || undefined, to: choices.to || undefined }))
    return (
      <Text size="sm" c="dimmed">
        Correct the dates first.
      </Text>
    );
  const path = 'listId' in of ? 'exportlistexpense' : 'exportexpenses';
  const address = (format: Record<string, string>) =>
    `/api/trello/${path}?${reportQuery({ ...of, ...format }, choices)}`;
  return (
    <Group gap="sm" wrap="nowrap">
      <Button component="a" href={address({})} size="compact-sm" variant="light" leftSection={<DownloadIcon />}>
        Export Report<VisuallyHidden> of {name}</VisuallyHidden>
      </Button>
      <Anchor href={address({ format: 'csv' })} size="sm" py={4}>
        CSV<VisuallyHidden> of {name}</VisuallyHidden>
      </Anchor>
    </Group>
  );
}
