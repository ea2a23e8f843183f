/**
 * Roles of users, as stored and as `userRole` on the wire. `Admin` is the Owner of the screens: the specification's role,
 * which may do everything. The specification reads every other value as a role that is not Admin.
 */
export const roles = ['Admin', 'Editor', 'DraftEditor', 'Operator', 'Accountant', 'Client'] as const;
export type Role = (typeof roles)[number];

/** Each permission, with the words that follow "may". `own` and `shared` are the permissions of clients. */
export const permissionWords = {
  'content:read': 'read all content of the page, its history and its releases',
  'content:write': 'change content in releases, and upload pictures',
  'content:publish': 'change the live page, publish releases, and manage the picture library',
  'inbox:read': 'read messages of the contact form and the list of subscribers',
  'inbox:write': 'mark and delete messages, and remove subscribers',
  'health:read': 'see all servers',
  'health:write': 'see health codes, and change, pause and maintain servers',
  'health:own': 'see the servers of their own SMS account',
  'telephony:read': 'see all SMS accounts, contacts and message logs',
  'telephony:write': 'change SMS accounts, their users and contacts',
  'telephony:send': 'send messages to every contact',
  'telephony:own': 'see and change the contacts and see the message log of their own SMS account',
  'boards:read': 'see all boards and categories, and export reports',
  'boards:write': 'sync and share boards, and change categories',
  'boards:shared': 'see the boards that are shared with their own SMS account',
  jobs: 'see and manage jobs and queues',
  'audit:read': 'read the audit log',
  users: 'manage users, their roles and the rules of signing in',
  tokens: 'make API tokens with a part of their own permissions',
  privacy: 'search, export and erase personal data, and set how long it is kept',
  'site:export': 'export the site',
  'site:apply': 'apply an exported site',
} as const;
export type Permission = keyof typeof permissionWords;

const content = ['content:read', 'content:write'] as const;
const inbox = ['inbox:read', 'inbox:write'] as const;
const desk = [
  'health:read',
  'health:write',
  'telephony:read',
  'telephony:write',
  'telephony:send',
  'boards:read',
  'boards:write',
] as const;

interface RoleFacts {
  /** Name on the screens. */
  label: string;
  /** One sentence for the choice of a role. */
  purpose: string;
  permissions: readonly Permission[];
}

/** What each role is for and may do. Procedures, REST paths, the sidebar and docs/people.md follow this table. */
export const roleFacts: Readonly<Record<Role, RoleFacts>> = {
  Admin: {
    label: 'Owner',
    purpose: 'Does everything, users and security included.',
    permissions: [
      ...content,
      'content:publish',
      ...inbox,
      ...desk,
      'jobs',
      'audit:read',
      'users',
      'tokens',
      'privacy',
      'site:export',
      'site:apply',
    ],
  },
  Editor: {
    label: 'Editor',
    purpose: 'Writes the page, manages pictures, and answers the inbox.',
    permissions: [...content, 'content:publish', ...inbox, 'tokens'],
  },
  DraftEditor: {
    label: 'Editor, drafts only',
    purpose: 'Writes the page in releases that an Owner or Editor publishes.',
    permissions: [...content, ...inbox, 'tokens'],
  },
  Operator: {
    label: 'Operator',
    purpose: 'Looks after servers, SMS accounts, boards and jobs. Cannot change the page.',
    permissions: [...desk, 'jobs', 'tokens'],
  },
  Accountant: {
    label: 'Accountant',
    purpose: 'Reads boards and exports reports.',
    permissions: ['boards:read', 'tokens'],
  },
  Client: {
    label: 'Client',
    purpose: 'Sees the servers, contacts and message log of their own SMS account.',
    permissions: ['health:own', 'telephony:own', 'boards:shared'],
  },
};

/** True if users of the role have the permission. */
export function roleMay(role: Role, permission: Permission): boolean {
  return roleFacts[role].permissions.includes(permission);
}
