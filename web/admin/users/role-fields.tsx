import { NativeSelect, Radio, Stack, Text } from '@mantine/core';
import { type Role, roleFacts, roles } from '../../../contract/roles.ts';
import { trpc } from '../api/client.ts';
import { Choice } from './choice.tsx';

/** A role, and the SMS account of clients. */
export interface RoleValues {
  role: Role;
  telephonyClientId: number | null;
}

interface Props {
  value: RoleValues;
  /** Message for the SMS account. */
  accountError?: string | undefined;
  accountId: string;
  /** True if a heading above names the fields. */
  isTitled?: boolean;
  onChange: (value: RoleValues) => void;
}

/** The roles with their purposes; a client also needs an SMS account. */
export function RoleFields({
  value: { role, telephonyClientId },
  accountError,
  accountId,
  isTitled = false,
  onChange,
}: Props) {
  return (
    <Stack gap="md" w="100%">
      <Radio.Group
        {...(isTitled ? { 'aria-label': 'Role' } : { label: 'Role' })}
        value={role}
        onChange={(chosen) => onChange({ role: roles.find((one) => one === chosen) ?? role, telephonyClientId })}
      >
        <Stack gap="xs" mt={isTitled ? 0 : 'xs'}>
          {roles.map((one) => (
            <Choice key={one} value={one} label={roleFacts[one].label} description={roleFacts[one].purpose} />
          ))}
        </Stack>
      </Radio.Group>
      {role === 'Client' && (
        <AccountField
          id={accountId}
          value={telephonyClientId}
          error={accountError}
          onChange={(chosen) => onChange({ role, telephonyClientId: chosen })}
        />
      )}
    </Stack>
  );
}

interface AccountProps {
  id: string;
  value: number | null;
  error: string | undefined;
  onChange: (account: number | null) => void;
}

function AccountField({ id, value, error, onChange }: AccountProps) {
  const { data } = trpc.telephony.choices.useQuery();
  if (data?.length === 0)
    return (
      <Text size="sm" {...(error !== undefined && { c: 'var(--mantine-color-error)', role: 'alert' })}>
        There are no SMS accounts yet. Add one in Twilio Client first: every client needs one.
      </Text>
    );
  return (
    <NativeSelect
      id={id}
      label="SMS account"
      description="Several people can share an account."
      value={String(value ?? '')}
      error={error}
      onChange={(event) => onChange(Number(event.currentTarget.value) || null)}
      data={[
        { value: '', label: 'Choose an account' },
        ...(data ?? []).map(({ id, label }) => ({ value: String(id), label })),
      ]}
    />
  );
}
