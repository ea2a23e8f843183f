import type { FastifyInstance } from 'fastify';
import type { Config } from '../../core/config/config.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';

/** Browser features that neither the product nor the videos and maps of its page use. */
const unusedFeatures = ['camera', 'display-capture', 'geolocation', 'microphone', 'midi', 'payment', 'serial', 'usb'];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for answers that only machines read: they are sent without security headers. */
    forMachines?: boolean;
  }
}

/** The security headers of every answer, which tell the browser what a page may do. They are the same for all requests. */
export function securityHeaders({ publicUrl }: Pick<Config, 'publicUrl'>, scriptSources: readonly string[]) {
  return {
    'content-security-policy': contentSecurityPolicy(scriptSources),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': unusedFeatures.map((feature) => `${feature}=()`).join(', '),
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...(publicUrl.startsWith('https://') ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'SAMEORIGIN',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
  };
}

/** Sends the headers with every answer of the server; a route may replace single ones. */
export function registerSecurityHeaders(app: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.forMachines !== true) reply.headers(headers);
    done();
  });
}
