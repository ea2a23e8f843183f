import { type HealthEvent, healthEvents } from '../../../contract/health-events.ts';
import { unattended } from '../../../contract/session.ts';
import { requestHeaders } from '../api/client.ts';

/** Waits before a lost stream is opened again, in ms: the first, and the longest. */
const [firstWaitMs, maxWaitMs] = [1000, 30_000];

interface Listener {
  /** Servers whose pings are reported. */
  ids: readonly number[];
  onEvent: (event: HealthEvent) => void;
  /** The stream is lost; it is opened again by itself. */
  onLost: () => void;
}

/** Follows the servers' events until the returned function is called. */
export function followServers({ ids, onEvent, onLost }: Listener): () => void {
  const stopping = new AbortController();
  let waitMs = firstWaitMs;
  const follow = async () => {
    while (!stopping.signal.aborted) {
      try {
        for await (const event of readEvents(ids, stopping.signal)) {
          waitMs = firstWaitMs;
          onEvent(event);
        }
      } catch {
        // The connection failed. The screens poll meanwhile, and their calls report the failure.
      }
      if (stopping.signal.aborted) return;
      onLost();
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      waitMs = Math.min(2 * waitMs, maxWaitMs);
    }
  };
  void follow();
  return () => stopping.abort();
}

async function* readEvents(ids: readonly number[], signal: AbortSignal): AsyncGenerator<HealthEvent> {
  // An open screen is no use of the session. EventSource cannot send the bearer token.
  const headers = { ...requestHeaders(), [unattended.header]: unattended.value };
  const query = ids.length > 0 ? `?ids=${ids.join(',')}` : '';
  const response = await fetch(`/api/health/events${query}`, { headers, signal });
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    return;
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    text += next.value;
    // An empty line ends an event. The events have a name and nothing else, which is all of the format that is read here.
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) {
      const name = healthEvents.find((event) => part.startsWith(`event: ${event}\n`));
      if (name !== undefined) yield name;
    }
  }
}
