import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { messages } from '../../../contract/messages.ts';
import { endSession } from '../accounts/end-session.ts';
import { notifyError } from '../shell/notify.ts';
import { describeFailure } from './failure.ts';

/** `meta` of a call that shows its own failures. */
export const showsFailures = { showsFailures: true } as const;

/** Handles every failed call as in the specification's error catalogue (section 8). */
function onFailure(error: unknown, isShown: boolean): void {
  const failure = describeFailure(error);
  if (failure.httpStatus === 401) void endSession(failure.message);
  // The account screen says why, and has the set-up.
  else if (failure.needsSecondFactor) location.hash = '#/admin/account';
  else if (!isShown) notifyError(messages.errorTitle, failure.message);
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => onFailure(error, query.meta?.showsFailures === true) }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => onFailure(error, mutation.meta?.showsFailures === true),
  }),
  defaultOptions: {
    // Without a connection a call fails at once. A call that waited for the connection would save text that was discarded.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      // With this network mode the library would not load again when the connection is back.
      refetchOnReconnect: true,
      staleTime: 10_000,
      // Retry lost connections only; the server's refusals are final.
      retry: (count, error) => count < 2 && describeFailure(error).httpStatus === 0,
    },
  },
});
