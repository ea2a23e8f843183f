import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Addresses at which clouds answer credentials of the machine. No setting allows them. */
const metadata = blockList(
  [
    '169.254.169.254/32',
    '169.254.169.253/32',
    '169.254.170.2/32',
    '169.254.170.23/32',
    '100.100.100.200/32',
    '168.63.129.16/32',
    '192.0.0.192/32',
  ],
  ['fd00:ec2::/32', 'fd20:ce::254/128'],
);

/** Networks that are not part of the public internet (RFC 6890 and its updates). */
const privateNetworks = blockList(
  [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/4',
    '240.0.0.0/4',
  ],
  // With the old ways to write an IPv4 address as an IPv6 address: ::/96, Teredo, 6to4 and local NAT64.
  [
    '::/96',
    '64:ff9b:1::/48',
    '100::/64',
    '2001::/23',
    '2001:db8::/32',
    '2002::/16',
    '3fff::/20',
    '5f00::/16',
    'fc00::/7',
    'fe80::/10',
    'fec0::/10',
    'ff00::/8',
  ],
);

function blockList(v4: readonly string[], v6: readonly string[]): BlockList {
  const list = new BlockList();
  for (const [family, networks] of [['ipv4', v4] as const, ['ipv6', v6] as const])
    for (const network of networks) {
      const [address = '', prefix] = network.split('/');
      list.addSubnet(address, Number(prefix), family);
    }
  return list;
}

/** Why a check must not connect to an address; null if it may. Anything but a plain IP address is refused. */
export function refusalOf(address: string, arePrivateNetworksAllowed: boolean): string | null {
  if (!isIPv4(address) && (!isIPv6(address) || address.includes('%'))) return `${address} is not an IP address.`;
  const inner = isIPv4(address) ? [] : embeddedAddresses(address);
  if ([address, ...inner].some((one) => isIn(metadata, one))) return `${address} is a metadata address of clouds.`;
  if (arePrivateNetworksAllowed) return null;
  return [address, ...inner].some((one) => isIn(privateNetworks, one)) ? `${address} is in a private network.` : null;
}

/** True for an address outside the public internet. */
export function isPrivate(address: string): boolean {
  return refusalOf(address, false) !== null;
}

function isIn(list: BlockList, address: string): boolean {
  return list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}

/** The IPv4 addresses that an IPv6 address contains. */
function embeddedAddresses(address: string): string[] {
  const words = wordsOf(address);
  const v4 = (at: number, mask = 0) => {
    const high = (words[at] ?? 0) ^ mask;
    const low = (words[at + 1] ?? 0) ^ mask;
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  };
  const startsWith = (...prefix: number[]) => prefix.every((word, index) => words[index] === word);
  const found: string[] = [];
  // IPv4-mapped, IPv4-compatible, translated (RFC 2765) and NAT64.
  if (startsWith(0, 0, 0, 0, 0, 0xffff) || startsWith(0, 0, 0, 0, 0, 0) || startsWith(0, 0, 0, 0, 0xffff, 0))
    found.push(v4(6));
  if (startsWith(0x64, 0xff9b)) found.push(v4(6));
  if (startsWith(0x2002)) found.push(v4(1));
  // Teredo: the server, and the client with its bits inverted.
  if (startsWith(0x2001, 0)) found.push(v4(2), v4(6, 0xffff));
  // ISATAP.
  if (words[5] === 0x5efe && (words[4] === 0 || words[4] === 0x0200)) found.push(v4(6));
  return found;
}

/** The eight words of an IPv6 address. */
function wordsOf(address: string): number[] {
  // A URL has the address in hexadecimal words only.
  const [head = '', tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const parse = (part: string) => (part === '' ? [] : part.split(':').map((word) => Number.parseInt(word, 16)));
  if (tail === undefined) return parse(head);
  const zeros = Array<number>(8 - parse(head).length - parse(tail).length).fill(0);
  return [...parse(head), ...zeros, ...parse(tail)];
}
