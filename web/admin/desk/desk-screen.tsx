import { Stack } from '@mantine/core';
import { Screen } from '../shell/screen.tsx';
import { AttentionPart } from './attention-part.tsx';
import { ChangesPart } from './changes-part.tsx';
import { LastDayPart } from './last-day-part.tsx';

/** The dashboard of Owners and Operators. */
export function DeskScreen() {
  return (
    <Screen title="Dashboard">
      <Stack gap="xl">
        <AttentionPart />
        <LastDayPart />
        <ChangesPart />
      </Stack>
    </Screen>
  );
}
