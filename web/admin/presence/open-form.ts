import type { inferRouterOutputs } from '@trpc/server';
import type { z } from 'zod';
import { type closedForm, openFormLifetimeMs } from '../../../contract/presence.ts';
import type { RecordPath } from '../../../server/content/router.ts';
import type { AppRouter } from '../../../server/trpc/app-router.ts';
import { storedToken } from '../accounts/store.ts';
import { backgroundClient, sendLast } from '../api/client.ts';
import { describeFailure } from '../api/failure.ts';
import { newKey } from '../api/new-key.ts';

/** Another user with the same row open, or this user in another window. */
export type OtherEditor = inferRouterOutputs<AppRouter>['presence']['announce'][number];

/** Time between two signs of life. */
const intervalMs = 4000;
/** Shortest time between two signs of life when the user goes from field to field. */
const minIntervalMs = 1000;
/** A user is typing in a field until this time after the last change. */
const typingMs = 5000;
/** An answer that takes longer is given up. */
const timeoutMs = 10_000;

/** A form in this window that others see as open. */
export interface OpenForm {
  /** Names the field that the user has just changed. */
  typed(field: string): void;
  /** Ends the signs of life; others see that the form is closed. */
  close(): void;
}

/**
 * Sends signs of life of a row's form while the document is visible, and passes on who else has the row open. Failures
 * are silent; `onOthers` receives null when the last answer is older than the lifetime of a form.
 */
export function openForm(
  place: { record: RecordPath; rowId: number },
  onOthers: (others: readonly OtherEditor[] | null) => void,
): OpenForm {
  const key = newKey();
  let lastTyped = { field: '', at: 0 };
  let sent = { field: '', at: 0 };
  let answeredAt = Date.now();
  /** A token that the server has refused; the next sign-in replaces the token. */
  let refusedToken: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let isClosed = false;

  const typedField = () => (Date.now() - lastTyped.at < typingMs ? lastTyped.field : '');
  const maySend = () => !document.hidden && storedToken() !== null && storedToken() !== refusedToken;

  function sendIn(delayMs: number): void {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(send, delayMs);
  }

  function send(): void {
    if (running) return;
    if (!maySend()) {
      sendIn(intervalMs);
      return;
    }
    running = announce().finally(() => {
      running = null;
      sendIn(typedField() !== '' && typedField() !== sent.field ? minIntervalMs : intervalMs);
    });
  }

  async function announce(): Promise<void> {
    const token = storedToken();
    sent = { field: typedField(), at: Date.now() };
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const others = await backgroundClient.presence.announce.mutate({ key, ...place, field: sent.field }, { signal });
      answeredAt = Date.now();
      if (!isClosed) onOthers(others);
    } catch (error) {
      if (describeFailure(error).httpStatus === 401) refusedToken = token;
      if (!isClosed && Date.now() - answeredAt > openFormLifetimeMs) onOthers(null);
    }
  }

  function leave(): void {
    const wasSent = sent.at > 0 && storedToken() !== null && storedToken() !== refusedToken;
    // If the call is lost, the form expires.
    if (wasSent) void sendLast('presence.leave', { key } satisfies z.input<typeof closedForm>);
  }

  const onVisibility = () => {
    if (!document.hidden) send();
  };
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('pagehide', leave);
  // Not at once: a form that closes at once, as in React's strict mode, is not announced.
  sendIn(0);

  return {
    typed(field) {
      lastTyped = { field, at: Date.now() };
      if (field !== sent.field && !running) sendIn(Math.max(0, sent.at + minIntervalMs - Date.now()));
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisibility);
      window.removeEventListener('pagehide', leave);
      // A sign of life that is under way must not come after the end.
      void Promise.resolve(running).then(leave);
    },
  };
}
