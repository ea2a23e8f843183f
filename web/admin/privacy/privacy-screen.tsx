import { Stack } from '@mantine/core';
import { Screen } from '../shell/screen.tsx';
import { PersonSearch } from './person-search.tsx';
import { RetentionParts } from './retention-parts.tsx';

/** Personal data: find, export and erase a person, and how long data is kept. */
export function PrivacyScreen() {
  return (
    <Screen title="Personal data">
      <Stack gap="xl">
        <PersonSearch />
        <RetentionParts />
      </Stack>
    </Screen>
  );
}
