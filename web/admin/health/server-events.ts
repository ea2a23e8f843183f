import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect } from 'react';
import { trpc } from '../api/client.ts';
import { followServers } from './event-stream.ts';
import { setLive, useLive } from './live.ts';

/**
 * Follows the servers while the tab is visible, and loads what the events change. A hidden tab holds no stream: over
 * HTTP/1.1 a browser opens six connections to a server, for all its tabs.
 */
export function ServerEvents(): null {
  const utils = trpc.useUtils();
  const { ids } = useLive();
  const isVisible = useDocumentVisibility() !== 'hidden';
  useEffect(() => {
    if (!isVisible) return;
    const stop = followServers({
      ids,
      onEvent(event) {
        if (event === 'ready') setLive({ isConnected: true });
        void utils.health.invalidate();
        if (event === 'pings') return;
        void utils.desk.invalidate();
        void utils.alarms.incidents.invalidate();
      },
      onLost: () => setLive({ isConnected: false }),
    });
    return () => {
      stop();
      setLive({ isConnected: false });
    };
  }, [ids, isVisible, utils]);
  return null;
}
