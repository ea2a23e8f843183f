import { Alert, Anchor, Code, List, Text } from '@mantine/core';

/** How to connect a Trello account (docs/operations.md says the same at more length). */
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
            make a Power-Up of your own, open its page “API key” and copy the key.
          </List.Item>
          <List.Item>Beside the key, follow the link “Token”, allow reading, and copy the token.</List.Item>
          <List.Item>
            Set <Code>TRELLO_KEY</Code> and <Code>TRELLO_TOKEN</Code> on the server and start it again.
          </List.Item>
        </List>
      ) : (
        <Text size="sm">Please ask your administrator to connect the company’s Trello account.</Text>
      )}
    </Alert>
  );
}
