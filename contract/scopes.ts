import type { Permission } from './roles.ts';

/** Scopes of API tokens, with the permissions that each gives; a token never has a permission that its user lacks. */
const scopePermissions = {
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
} as const satisfies Record<string, readonly Permission[]>;
export type Scope = keyof typeof scopePermissions;
