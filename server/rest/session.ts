import { z } from 'zod';
import { castTo } from '../../contract/cast.ts';
import { messages } from '../../contract/messages.ts';
import { newPassword } from '../../contract/session.ts';
import type { RestSection } from './record-routes.ts';
import { own, renaming } from './request-body.ts';

/** What the change-password screen sends (specification, section 7); signing in itself is in server/accounts/routes.ts. */
export const sessionRest: RestSection = {
  title: 'Session',
  records: [],
  routes: [
    {
      method: 'POST',
      path: '/api/changepassword',
      access: 'signedIn',
      summary: "Sets the signed-in user's password and ends their other sessions",
      body: z.object({ Password: newPassword, UserName: z.string().max(120).optional() }),
      data: z.literal(1),
      async answer({ body, caller }) {
        const input = { password: own(body, 'Password'), userName: own(body, 'UserName') ?? undefined };
        // The procedure's schema judges what was sent.
        const change = () => caller.session.changePassword(castTo<never>(input));
        await renaming({ password: 'Password', userName: 'UserName' }, change);
        return { message: messages.saved, data: 1 };
      },
    },
  ],
};
