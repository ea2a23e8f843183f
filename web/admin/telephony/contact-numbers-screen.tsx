import { Text } from '@mantine/core';
import { Screen } from '../shell/screen.tsx';

/** Where telephony clients start (specification, section 2, Login). */
export function ContactNumbersScreen() {
  return (
    <Screen title="Manage Client Contact Detail">
      <Text c="dimmed">Your contact numbers will be managed here.</Text>
    </Screen>
  );
}
