import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';

/** A real OpenID Connect provider (oidc-provider), with its own login form: any name with any password signs in as `<name>@harbour.example`. */
export async function startRealOidc({ port, redirectUri }: { port: number; redirectUri: string }) {
  const issuer = `http://localhost:${port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: 'vitrine', client_secret: 'a-secret-of-the-client', redirect_uris: [redirectUri] }],
    cookies: { keys: ['a key of the tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name', 'groups'] },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    features: { devInteractions: { enabled: true } },
    findAccount: (_context, name) => ({
      accountId: name,
      claims: () => ({
        sub: name,
        email: `${name}@harbour.example`,
        email_verified: name !== 'unconfirmed',
        given_name: 'Ada',
        family_name: 'Quay',
        groups: ['staff'],
      }),
    }),
  });
  const server = createServer((request, response) => void provider.callback()(request, response));
  await new Promise<void>((resolve) => server.listen(port, resolve));
  async function stop() {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  return { issuer, stop };
}
