import { useEffect, useSyncExternalStore } from 'react';
import { maxFollowedServers } from '../../../contract/health-events.ts';

/** How often an open screen loads again, in ms: without events, and with them, because a server is late without an event. */
const [pollMs, slowPollMs] = [5000, 30_000];
/** The same for a hidden tab, whose title shows the number of offline servers. */
const hiddenPollMs = 60_000;

/** Whether events arrive, and the servers of the open screen, whose pings are reported too. */
let live: { isConnected: boolean; ids: readonly number[] } = { isConnected: false, ids: [] };
const listeners = new Set<() => void>();

/** Changes what screens and the stream tell each other. */
export function setLive(part: Partial<typeof live>): void {
  live = { ...live, ...part };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether events arrive, and the followed servers. */
export const useLive = () => useSyncExternalStore(subscribe, () => live);

/** Options of a query about servers: with events the query loads again rarely, and in hidden tabs too. */
export function useServerPolling() {
  const { isConnected } = useLive();
  const refetchInterval = () => (document.hidden ? hiddenPollMs : isConnected ? slowPollMs : pollMs);
  return { refetchInterval, refetchIntervalInBackground: true };
}

/** Has the pings of these servers reported while the calling screen is open. */
export function useWatchedServers(ids: readonly number[]): void {
  const text = ids.slice(0, maxFollowedServers).join(',');
  useEffect(() => {
    setLive({ ids: text === '' ? [] : text.split(',').map(Number) });
    return () => setLive({ ids: [] });
  }, [text]);
}
