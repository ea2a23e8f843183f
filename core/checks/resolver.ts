import { Resolver as DnsResolver } from 'node:dns/promises';
import type { DnsTarget } from '../../contract/checks.ts';

/** An address of a host, as `net` takes it. */
export interface Address {
  address: string;
  family: 4 | 6;
}

/** Asks for names. Tests pass one whose answers change. */
export interface Resolver {
  /** All addresses of a name; throws with an error code of `dns` if there is none. */
  addresses(name: string): Promise<Address[]>;
  /** The records of a type, one text each; an MX record is `10 mail.example.com`. */
  records(name: string, type: DnsTarget['type']): Promise<string[]>;
}

/**
 * Asks the system's DNS servers, or the given ones. Names of the hosts file are not known: reading it takes a thread for each
 * question, and a few silent DNS servers would then stop the whole process.
 */
export function createResolver(servers?: readonly string[]): Resolver {
  const dns = new DnsResolver({ timeout: 2000, tries: 2 });
  if (servers) dns.setServers(servers);
  return {
    async addresses(name) {
      if (/^(.+\.)?localhost\.?$/i.test(name)) return [v4('127.0.0.1'), v6('::1')];
      const answers = await Promise.allSettled([dns.resolve4(name), dns.resolve6(name)]);
      const found = [...(recordsOf(answers[0]) ?? []).map(v4), ...(recordsOf(answers[1]) ?? []).map(v6)];
      const [failed] = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
      if (found.length === 0) throw failed;
      return found;
    },
    async records(name, type) {
      switch (type) {
        case 'MX':
          return (await dns.resolveMx(name)).map(({ priority, exchange }) => `${priority} ${exchange}`);
        case 'TXT':
          return (await dns.resolveTxt(name)).map((chunks) => chunks.join(''));
        case 'A':
          return dns.resolve4(name);
        case 'AAAA':
          return dns.resolve6(name);
        case 'CNAME':
          return dns.resolveCname(name);
        case 'NS':
          return dns.resolveNs(name);
      }
    },
  };
}

const v4 = (address: string): Address => ({ address, family: 4 });
const v6 = (address: string): Address => ({ address, family: 6 });

function recordsOf(answer: PromiseSettledResult<string[]>): string[] | undefined {
  return answer.status === 'fulfilled' ? answer.value : undefined;
}
