import { NativeSelect } from '@mantine/core';
import { trpc } from '../api/client.ts';

interface Props {
  value: number | undefined;
  onChange: (account: number | undefined) => void;
}

/** 'Client/Project Name' filter for Admins (specification, section 2); the value 0 is 'Select'. */
export function AccountSelect({ value = 0, onChange }: Props) {
  const { data = [] } = trpc.telephony.choices.useQuery();
  return (
    <NativeSelect
      label="Client/Project Name"
      value={value}
      onChange={(event) => onChange(Number(event.currentTarget.value) || undefined)}
      data={[{ value: '0', label: 'Select' }, ...data.map(({ id, label }) => ({ value: String(id), label }))]}
    />
  );
}
