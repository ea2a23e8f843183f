import { Alert, Anchor, Code, List, Text } from '@mantine/core';

/** Explains how to connect a Trello account (in detail: docs/operations.md). */
export function NotConnected({ isAdmin }: { isAdmin: boolean }) {
  return (
    <Alert variant="default" title="Trello is not connected" role="note">
      {isAdmin ? (
        <List type="ordered" size="sm" spacing={4}>
          <List.Item>
            At{' '}
            <Anchor
              href="https://trello.com/power-ups/admin"
              target="_blank"
              rel="noopener"
              size="sm"
              underline="always"
            >
              trello.com/power-ups/admin
            </Anchor>{' '}
            create a Power-Up, open its “API key” page and copy the key.
          </List.Item>
          <List.Item>Next to the key, follow the “Token” link, allow read access and copy the token.</List.Item>
          <List.Item>
            Set <Code>TRELLO_KEY</Code> and <Code>TRELLO_TOKEN</Code> on the server and restart it.
          </List.Item>
        </List>
      ) : (
        <Text size="sm">Please ask your administrator to connect the company’s Trello account.</Text>
      )}
    </Alert>
  );
}
