import { z } from 'zod';
import { type Role, roleFacts, roles } from '../../contract/roles.ts';

/** The OpenID Connect provider with which users may sign in. */
export interface OidcSettings {
  /** Issuer identifier, exactly as the provider states it. */
  issuer: string;
  clientId: string;
  /** Null for public clients. */
  clientSecret: string | null;
  /** The provider's name on the screens. */
  name: string;
  /** Lower-case domains whose verified e-mail addresses are accepted; empty: no new users are made. */
  allowedDomains: readonly string[];
  /** Claim with the user's groups or roles at the provider; null: roles are managed here. */
  roleClaim: string | null;
  /** Roles by value of the claim, the first match counts. */
  roles: readonly RoleOfValue[];
  scopes: string;
}

interface RoleOfValue {
  value: string;
  role: Role;
}

/** The value in OIDC_ROLES that stands for every user. */
export const everyone = '*';

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

const issuer = z.string().refine((text) => {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.search !== '' || url.hash !== '' || url.username !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && loopback.test(url.hostname));
}, 'an address that starts with https:// (http:// on this machine only), as the provider states it');

const domainName = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;
const domains = z.string().transform((text, context): string[] => {
  const names = parts(text).map((name) => name.toLowerCase());
  if (names.every((name) => domainName.test(name))) return names;
  context.addIssue('domains of e-mail addresses such as example.com,example.org');
  return z.NEVER;
});

/** Roles by their names on the screens and in `userRole`. Clients belong to an SMS account, which no claim names. */
const rolesByName = new Map<string, Role>(
  roles
    .filter((role) => role !== 'Client')
    .flatMap((role): [string, Role][] => [
      [role.toLowerCase(), role],
      [roleFacts[role].label.toLowerCase(), role],
    ]),
);

const roleList = z.string().transform((text, context): RoleOfValue[] => {
  const found = parts(text).map((part) => {
    const at = part.lastIndexOf('=');
    const value = part.slice(0, Math.max(at, 0)).trim();
    const role = rolesByName.get(
      part
        .slice(at + 1)
        .trim()
        .toLowerCase(),
    );
    // Everyone as Owner would be a mistake.
    return value === '' || role === undefined || (value === everyone && role === 'Admin') ? null : { value, role };
  });
  const known = found.filter((one) => one !== null);
  if (known.length === found.length && known.length > 0) return known;
  context.addIssue(
    'pairs such as admins=Owner,staff=Operator,*=DraftEditor, with the roles Owner, Editor, DraftEditor, Operator and Accountant; * is every other user, and no Owner',
  );
  return z.NEVER;
});

const scopes = z
  .string()
  .regex(/^[\x21\x23-\x5b\x5d-\x7e ]{1,300}$/, 'scopes with spaces between them')
  .refine((text) => text.split(' ').includes('openid'), 'scopes with openid among them');

// Sent in a header or a form.
const credential = (max: number) =>
  z.string().regex(new RegExp(`^[\\x21-\\x7e]{1,${max}}$`), 'printable ASCII characters without spaces');

/** The environment variables of the provider; each message says what a variable accepts. */
export const oidcVariables = {
  OIDC_ISSUER: issuer.optional(),
  OIDC_CLIENT_ID: credential(300).optional(),
  OIDC_CLIENT_SECRET: credential(1000).optional(),
  OIDC_NAME: z.string().trim().min(1, 'a name').max(40, 'at most 40 characters').default('single sign-on'),
  OIDC_ALLOWED_DOMAINS: domains.default([]),
  OIDC_ROLE_CLAIM: z.string().min(1, 'the name of a claim').max(200, 'at most 200 characters').optional(),
  OIDC_ROLES: roleList.default([]),
  OIDC_SCOPES: scopes.default('openid email profile'),
};

type Variables = z.output<z.ZodObject<typeof oidcVariables>>;

/** The provider; null without one. Throws what `refuse` makes of a variable and its requirement. */
export function oidcSettings(env: Variables, refuse: (message: string) => Error): OidcSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_ROLE_CLAIM: roleClaim, OIDC_ROLES: mapped } = env;
  if (issuer === undefined && clientId === undefined) return null;
  if (issuer === undefined) throw refuse('OIDC_ISSUER must be the provider that knows OIDC_CLIENT_ID');
  if (clientId === undefined) throw refuse('OIDC_CLIENT_ID must be the client that OIDC_ISSUER knows');
  if (roleClaim !== undefined && mapped.length === 0)
    throw refuse('OIDC_ROLES must say which role each value of OIDC_ROLE_CLAIM gives');
  if (roleClaim === undefined && mapped.some(({ value }) => value !== everyone))
    throw refuse('OIDC_ROLE_CLAIM must be the claim with the values of OIDC_ROLES');
  if (env.OIDC_ALLOWED_DOMAINS.length > 0 && mapped.length === 0)
    throw refuse('OIDC_ROLES must say which role new users get when OIDC_ALLOWED_DOMAINS is set');
  return {
    issuer,
    clientId,
    clientSecret: env.OIDC_CLIENT_SECRET ?? null,
    name: env.OIDC_NAME,
    allowedDomains: env.OIDC_ALLOWED_DOMAINS,
    roleClaim: roleClaim ?? null,
    roles: mapped,
    scopes: env.OIDC_SCOPES,
  };
}

function parts(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
