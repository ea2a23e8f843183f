import type { Role } from '../../contract/session.ts';
/** A signed-in user. */
export interface Session {
  sessionId: number;
  userId: number;
  userName: string;
  role: Role;
  /** The user's own telephony client, null for users without one. */
  telephonyClientId: number | null;
}
