import type { Permission } from './roles.ts';

/** Scopes of API tokens. */
export const scopes = [
  'content:read',
  'content:write',
  'health:read',
  'health:write',
  'telephony:read',
  'telephony:send',
  'boards:read',
  'jobs',
  'audit:read',
  'site:export',
  'site:apply',
] as const;
export type Scope = (typeof scopes)[number];

/** The permissions that each scope gives; a token never has a permission that its user lacks. */
export const scopePermissions: Readonly<Record<Scope, readonly Permission[]>> = {
  'content:read': ['content:read'],
  'content:write': ['content:read', 'content:write', 'content:publish'],
  'health:read': ['health:read'],
  'health:write': ['health:read', 'health:write'],
  'telephony:read': ['telephony:read'],
  'telephony:send': ['telephony:send'],
  'boards:read': ['boards:read'],
  jobs: ['jobs'],
  'audit:read': ['audit:read'],
  'site:export': ['site:export'],
  'site:apply': ['site:apply'],
};
