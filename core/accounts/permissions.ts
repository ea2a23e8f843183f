import { type Permission, type Role, roleFacts, roles } from '../../contract/roles.ts';

/** What a caller may do. */
export type Permissions = ReadonlySet<Permission>;

const byRole = new Map<Role, Permissions>(roles.map((role) => [role, new Set(roleFacts[role].permissions)]));
const none: Permissions = new Set();

/** The permissions of a role's users. */
export function permissionsOf(role: Role): Permissions {
  return byRole.get(role) ?? none;
}

/** True if the caller has the permission. */
export function may({ permissions }: { permissions: Permissions }, permission: Permission): boolean {
  return permissions.has(permission);
}
