import { Select } from '@mantine/core';
import { trpc } from '../api/client.ts';

interface Props {
  /** Null: none. */
  value: number | null;
  onChange: (groupId: number | null) => void;
}

/** Chooses a server's group of the status page, and says who sees the server then. */
export function StatusGroupSelect({ value, onChange }: Props) {
  const { data: groups = [] } = trpc.status.groups.useQuery();
  const chosen = groups.find(({ id }) => id === value);
  if (groups.length === 0 && value === null) return null;
  return (
    <Select
      label="Group of the status page"
      description={visibility(chosen)}
      maw="24rem"
      data={[
        { value: '', label: 'No group' },
        ...groups.map(({ id, name, isSecret }) => ({
          value: String(id),
          label: isSecret ? `${name} (secret link)` : name,
        })),
      ]}
      value={value === null ? '' : String(value)}
      allowDeselect={false}
      onChange={(id) => onChange(id ? Number(id) : null)}
    />
  );
}

function visibility(group: { slug: string; isSecret: boolean; isShown: boolean } | undefined): string {
  if (!group) return 'Everybody sees the server on /status.';
  if (group.isSecret) return 'Only people with the secret link of the group see the server.';
  return `Everybody sees the server on /status/${group.slug}${group.isShown ? ' and /status' : ''}.`;
}
