/** What caused a message. */
export type MessageEvent =
  /** `groupKey` is the event of a notification about several servers, the first of which is `server`. */
  | { kind: 'status'; server: number; at: Date; status: string; groupKey: string | null }
  | { kind: 'held'; server: number; at: Date }
  | { kind: 'reminder'; server: number; at: Date }
  | { kind: 'relay'; messageSid: string }
  | { kind: 'test' }
  | { kind: 'again'; message: number }
  | { kind: 'other' };

/** The id of the server that an event is about, of several servers the first one; null for other events. */
export function serverOfEvent(eventKey: string | null): number | null {
  const id = /^(?:health|group)-(\d{1,9})-/.exec(eventKey ?? '')?.[1];
  return id === undefined ? null : Number(id);
}

/** Reads the key of an event (queue-message.ts); null for a message without one, which the product did not cause. */
export function eventOf(eventKey: string | null): MessageEvent | null {
  if (eventKey === null) return null;
  const [, server, at, what] = /^(?:health|group)-(\d{1,9})-(\d{1,15})-(\w+)$/.exec(eventKey) ?? [];
  if (what !== undefined) {
    const about = { server: Number(server), at: new Date(Number(at)) };
    if (what === 'held') return { kind: 'held', ...about };
    if (what === 'reminder') return { kind: 'reminder', ...about };
    // A further step of a policy says that the server is still offline.
    const status = what.startsWith('step') ? 'offline' : what;
    return { kind: 'status', ...about, status, groupKey: eventKey.startsWith('group-') ? eventKey : null };
  }
  const messageSid = /^incoming-([A-Za-z0-9]+)/.exec(eventKey)?.[1];
  if (messageSid !== undefined) return { kind: 'relay', messageSid };
  const message = /^again-(\d{1,9})-/.exec(eventKey)?.[1];
  if (message !== undefined) return { kind: 'again', message: Number(message) };
  return /^(test|drill)-/.test(eventKey) ? { kind: 'test' } : { kind: 'other' };
}
