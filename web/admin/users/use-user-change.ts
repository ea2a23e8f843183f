import { trpc } from '../api/client.ts';
import { describeFailure } from '../api/failure.ts';
import { showsFailures } from '../api/query-client.ts';
import { notifyFailedSave, notifySuccess } from '../shell/notify.ts';

/** Options of a mutation of a user: says what is done or failed, and reloads the list. */
export function useUserChange(done: string | null) {
  const utils = trpc.useUtils();
  return {
    meta: showsFailures,
    onSuccess: () => {
      if (done !== null) notifySuccess('Users', done);
    },
    onError: (error: unknown) => {
      const { httpStatus, message } = describeFailure(error);
      notifyFailedSave(httpStatus, message);
    },
    onSettled: () => utils.users.list.invalidate(),
  };
}
