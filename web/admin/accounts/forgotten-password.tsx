import { Anchor } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { trpc } from '../api/client.ts';
import { showsFailures } from '../api/query-client.ts';

const ForgottenPasswordDialog = lazy(() => import('./forgotten-password-dialog.tsx'));

/** Offers a link by e-mail to users who have forgotten their password; nothing if the server sends no mail. */
export function ForgottenPassword() {
  const { data } = trpc.accountLinks.options.useQuery(undefined, { meta: showsFailures });
  const [isOpen, setOpen] = useState<boolean>();
  if (!data?.forgottenPassword) return null;
  return (
    <>
      <Anchor component="button" type="button" size="sm" underline="always" py={4} onClick={() => setOpen(true)}>
        Forgot your password?
      </Anchor>
      {isOpen !== undefined && (
        <Suspense>
          <ForgottenPasswordDialog isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
