import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { client } from '../api/client.ts';

interface Props {
  /** True once the browser has subscribed, or a stored subscription is kept. */
  isSubscribed: boolean;
  error: string | undefined;
  onSubscribe: (target: string) => void;
}

/** Subscribes this browser to push messages; asks for the permission on a click only. */
export function PushSubscribe({ isSubscribed, error, onSubscribe }: Props) {
  const [problem, setProblem] = useState(whyNot);
  const [isAsking, setAsking] = useState(false);

  async function subscribe() {
    setAsking(true);
    setProblem(null);
    try {
      if ((await Notification.requestPermission()) !== 'granted') return setProblem(whyNot() ?? dismissed);
      const registration = await navigator.serviceWorker.register('/alarm-worker.js');
      await navigator.serviceWorker.ready;
      const { publicKey } = await client.alarms.channels.pushKey.query();
      const subscription = await registration.pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: publicKey,
      });
      onSubscribe(JSON.stringify(subscription));
    } catch {
      setProblem(
        'This browser could not subscribe: its push service cannot be reached, or it has another key. Try again.',
      );
    } finally {
      setAsking(false);
    }
  }

  return (
    <Stack gap="xs" align="flex-start">
      <Button id="channel-target" variant="default" loading={isAsking} onClick={() => void subscribe()}>
        {isSubscribed ? 'Subscribe this browser again' : 'Allow notifications in this browser'}
      </Button>
      <Text
        size="sm"
        role="status"
        c={problem === null && error === undefined ? 'dimmed' : 'var(--mantine-color-error)'}
      >
        {problem ??
          error ??
          (isSubscribed ? 'A browser is subscribed.' : 'Alarms are shown on this device, also while no page is open.')}
      </Text>
    </Stack>
  );
}

const dismissed = 'The question was closed without an answer. Ask again.';

/** Why this browser cannot subscribe, in words; null if nothing speaks against it. */
function whyNot(): string | null {
  if (!window.isSecureContext) return 'Browsers allow notifications over https only.';
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return 'This browser cannot receive push messages. On an iPhone add the page to the home screen first.';
  if (Notification.permission === 'denied')
    return 'Notifications of this site are blocked. Allow them in the settings of the browser.';
  return null;
}
