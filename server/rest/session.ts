import { z } from 'zod';
import { messages } from '../../contract/messages.ts';
import { newPassword } from '../../contract/passwords.ts';
import { providerRoutes } from '../accounts/provider-routes.ts';
import { signInRoutes } from '../accounts/routes.ts';
import type { RestSection } from './record-routes.ts';
import { plain, requestBody } from './request-body.ts';
import { route } from './route.ts';

const changePassword = route({
  method: 'POST',
  path: '/api/changepassword',
  access: 'signedIn',
  needs: 'session',
  summary: "Sets the signed-in user's password and ends their other sessions",
  input: requestBody({
    password: plain('Password', newPassword),
    userName: plain('UserName', z.string().max(120).optional()),
  }),
  output: z.literal(1),
  async handle({ caller }, { password, userName }) {
    await caller.session.changePassword({ password, userName });
    return { message: messages.saved, data: 1 };
  },
});

/** Sign-in and the change-password screen (specification, section 7). */
export const sessionRest: RestSection = {
  title: 'Session',
  records: [],
  routes: [...signInRoutes, ...providerRoutes, changePassword],
};
