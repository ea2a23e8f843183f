import { type Permission, type Role, roleFacts, roles } from '../../contract/roles.ts';
import { type Scope, scopePermissions } from '../../contract/scopes.ts';

/** What a caller may do. */
export type Permissions = ReadonlySet<Permission>;

const byRole = new Map<Role, Permissions>(roles.map((role) => [role, new Set(roleFacts[role].permissions)]));
/** For sessions that may only set up a second factor. */
export const noPermissions: Permissions = new Set();

/** The permissions of a role's users. */
export function permissionsOf(role: Role): Permissions {
  return byRole.get(role) ?? noPermissions;
}

/** The permissions of an API token: those of its scopes that its user has at this moment. */
export function permissionsOfToken(role: Role, scopes: readonly Scope[]): Permissions {
  const own = permissionsOf(role);
  return new Set(scopes.flatMap((scope) => scopePermissions[scope] ?? []).filter((one) => own.has(one)));
}

/** True if the caller has the permission. */
export function may({ permissions }: { permissions: Permissions }, permission: Permission): boolean {
  return permissions.has(permission);
}
