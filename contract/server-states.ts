/** States of a server in the overview, the one that needs a person first. */
export const serverStates = ['offline', 'late', 'running', 'paused', 'new', 'online'] as const;
export type ServerState = (typeof serverStates)[number];

/** Names of the states. */
export const serverStateNames: Record<ServerState, string> = {
  offline: 'Offline',
  late: 'Late',
  running: 'Running',
  paused: 'Paused',
  new: 'New',
  online: 'Online',
};
