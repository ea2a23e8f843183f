import { Divider } from '@mantine/core';
import { trpc } from '../api/client.ts';
import { showsFailures } from '../api/query-client.ts';
import { ProviderButton } from './provider-button.tsx';

interface Props {
  /** Address that opens after the sign-in. */
  backTo: string | undefined;
  /** True below the password form, false where another button has the divider. */
  hasDivider: boolean;
}

/** The button that signs in with the provider; nothing without one. */
export function LoginProvider({ backTo, hasDivider }: Props) {
  const { data } = trpc.provider.options.useQuery(undefined, { meta: showsFailures });
  if (!data?.name) return null;
  return (
    <>
      {hasDivider && <Divider label="or" />}
      <ProviderButton label={`Sign in with ${data.name}`} purpose="sign-in" size="md" backTo={backTo} />
    </>
  );
}
