import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../core/config/config.ts';

describe('configuration', () => {
  test('an empty environment leads to the documented defaults', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      adminUserName: 'admin',
      sampleContent: true,
      loginAttemptsPerMinute: 10,
      trustProxy: false,
    });
  });

  test('an empty variable counts as unset, and PUBLIC_URL loses a trailing slash', () => {
    expect(readConfig({ PORT: '', PUBLIC_URL: 'https://shop.example/' })).toMatchObject({
      port: 3000,
      publicUrl: 'https://shop.example',
    });
  });

  test.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['PUBLIC_URL', 'shop.example'],
    ['SAMPLE_CONTENT', 'maybe'],
    ['SMTP_URL', 'mail.example'],
    ['CHECK_PRIVATE_NETWORKS', 'yes'],
    ['LOG_LEVEL', 'loud'],
    ['LOGIN_ATTEMPTS_PER_MINUTE', '0'],
    ['ADMIN_PASSWORD', 'short'],
    ['OIDC_ISSUER', 'http://id.example'],
    ['OIDC_ISSUER', 'https://id.example/?tenant=1'],
    ['OIDC_ALLOWED_DOMAINS', 'harbour.example,@quay.example'],
    ['OIDC_ROLES', 'staff=Captain'],
    ['OIDC_ROLES', 'clients=Client'],
    ['OIDC_ROLES', '*=Owner'],
    ['OIDC_SCOPES', 'email profile'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '0'],
    ['TRUST_PROXY', '12'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/8/8'],
    ['TRUST_PROXY', '10.0.0.0/8,shop.example'],
    ['TRUST_PROXY', 'fd00::/x'],
    ['DATABASE_URL', 'mysql://x'],
    ['TRELLO_API_BASE', 'api.trello.com'],
    ['TRELLO_KEY', 'two words'],
    ['TRELLO_TOKEN', 'a"b'],
  ])('%s=%s is rejected by name', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must be `));
  });

  test.each([
    ['off', false],
    ['on', 1],
    ['2', 2],
    ['10.0.0.0/8, fd00::/8,127.0.0.1', ['10.0.0.0/8', 'fd00::/8', '127.0.0.1']],
    ['loopback,uniquelocal', ['loopback', 'uniquelocal']],
  ])('TRUST_PROXY=%s trusts %j', (value, trustProxy) => {
    expect(readConfig({ TRUST_PROXY: value })).toMatchObject({ trustProxy });
  });

  test('PostgreSQL requires APP_SECRET', () => {
    const databaseUrl = 'postgres://vitrine@db.example/vitrine';
    expect(() => readConfig({ DATABASE_URL: databaseUrl })).toThrow(/^APP_SECRET must be /);
    expect(readConfig({ DATABASE_URL: databaseUrl, APP_SECRET: 'sixteen characters' })).toMatchObject({ databaseUrl });
    expect(readConfig({}).databaseUrl).toBeNull();
  });

  test('Trello requires both key and token', () => {
    expect(readConfig({}).trello).toBeNull();
    expect(() => readConfig({ TRELLO_KEY: 'key' })).toThrow(/^TRELLO_TOKEN must be /);
    expect(() => readConfig({ TRELLO_TOKEN: 'token' })).toThrow(/^TRELLO_KEY must be /);
    expect(readConfig({ TRELLO_KEY: 'key', TRELLO_TOKEN: 'token' }).trello).toEqual({
      apiBase: 'https://api.trello.com',
      key: 'key',
      token: 'token',
    });
  });

  test('an OpenID Connect provider requires what belongs together', () => {
    const client = { OIDC_ISSUER: 'https://id.example/realms/company', OIDC_CLIENT_ID: 'vitrine' };
    expect(readConfig({ OIDC_NAME: 'Harbour ID' }).oidc).toBeNull();
    expect(() => readConfig({ OIDC_ISSUER: client.OIDC_ISSUER })).toThrow(/^OIDC_CLIENT_ID must be /);
    expect(() => readConfig({ OIDC_CLIENT_ID: 'vitrine' })).toThrow(/^OIDC_ISSUER must be /);
    expect(() => readConfig({ ...client, OIDC_ALLOWED_DOMAINS: 'quay.example' })).toThrow(/^OIDC_ROLES must /);
    expect(() => readConfig({ ...client, OIDC_ROLE_CLAIM: 'groups' })).toThrow(/^OIDC_ROLES must /);
    expect(() => readConfig({ ...client, OIDC_ROLES: 'staff=Operator' })).toThrow(/^OIDC_ROLE_CLAIM must /);
    expect(readConfig(client).oidc).toMatchObject({
      clientSecret: null,
      allowedDomains: [],
      roleClaim: null,
      roles: [],
    });
    const roles = 'cn=admins,ou=x=Admin';
    expect(() => readConfig({ ...client, OIDC_ROLE_CLAIM: 'groups', OIDC_ROLES: roles })).toThrow(/^OIDC_ROLES must /);
    const mapped = { OIDC_ROLE_CLAIM: 'groups', OIDC_ROLES: 'cn=admins=owner, staff = Operator,*=DraftEditor' };
    expect(readConfig({ ...client, ...mapped, OIDC_ALLOWED_DOMAINS: 'Quay.example' }).oidc).toMatchObject({
      allowedDomains: ['quay.example'],
      roles: [
        { value: 'cn=admins', role: 'Admin' },
        { value: 'staff', role: 'Operator' },
        { value: '*', role: 'DraftEditor' },
      ],
    });
    for (const local of ['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080/a'])
      expect(readConfig({ ...client, OIDC_ISSUER: local }).oidc).toMatchObject({ issuer: local });
  });

  test('a bad value stops the start with one line and exit code 1', () => {
    const ended = spawnSync(process.execPath, ['server/main.ts'], { env: { PORT: 'eighty' }, encoding: 'utf8' });
    expect(ended.status).toBe(1);
    expect(ended.stderr.trim().split('\n')).toEqual(['PORT must be a port from 0 to 65535']);
  });
});
