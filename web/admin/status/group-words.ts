import type { StatusGroup } from './answers.ts';

/** The servers of a group as the subject of a sentence, with its verb: “Its 3 servers become”. */
function serversThat({ servers }: Pick<StatusGroup, 'servers'>, [one, several]: readonly [string, string]): string {
  return servers === 1 ? `Its server ${one}` : `Its ${servers} servers ${several}`;
}

/** Asks whether a group becomes public, and says what that means for its servers. */
export function publicationQuestion(group: Pick<StatusGroup, 'name' | 'servers'>) {
  const servers = group.servers === 0 ? '' : ` ${serversThat(group, ['becomes', 'become'])} public.`;
  return {
    message: `Show “${group.name}” to everybody?`,
    subject: `The secret link ends.${servers}`,
    action: 'Make public',
  };
}

/** Asks whether to delete a group, and says what becomes of its servers. */
export function deletionQuestion(group: Pick<StatusGroup, 'name' | 'isSecret' | 'servers'>) {
  const message = `Delete the group “${group.name}”?`;
  return { message, subject: consequence(group), action: 'Delete' };
}

function consequence(group: Pick<StatusGroup, 'isSecret' | 'servers'>): string {
  const { isSecret, servers } = group;
  if (servers === 0) return isSecret ? 'Its secret link ends.' : 'No server is in it.';
  if (!isSecret) return `${serversThat(group, ['stays', 'stay'])} on /status without a group.`;
  return `Its secret link ends. ${serversThat(group, ['is', 'are'])} taken off the status page, and not made public.`;
}
