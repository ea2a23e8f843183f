import { answerRequest } from '../../core/accounts/forgotten-password.ts';
import { answerForgottenPassword } from '../../core/accounts/jobs.ts';
import { handleJob } from '../../core/queue/handler.ts';

/** Makes the link for a forgotten password if the address belongs to a user. */
export const handleAnswerForgottenPassword = handleJob(answerForgottenPassword, ({ request }, deps) =>
  answerRequest(deps, request),
);
