import { isIP } from 'node:net';

/**
 * The network to which limits per address apply. Whoever has one IPv6 address has the 2^64 of its network
 * and a new one each day: those are one. An IPv4 address written as IPv6 is that address, and a port
 * behind it (some proxies forward one) says nothing.
 */
export function networkOf(address: string): string {
  const bare = withoutPort(address);
  if (isIP(bare) !== 6) return bare;
  const groups = groupsOf(bare);
  const mapped = groups.slice(0, 6).join() === '0,0,0,0,0,ffff' ? groups.slice(6) : null;
  if (mapped) return mapped.flatMap(bytesOf).join('.');
  return `${groups.slice(0, 4).join(':')}::/64`;
}

function withoutPort(address: string): string {
  const [, inner] = /^\[([^\]]+)\](?::\d+)?$/.exec(address) ?? [];
  if (inner !== undefined) return inner;
  return /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  // A URL writes every form of an address in one way, IPv4 tails as groups.
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]`);
  const [head = '', tail = ''] = hostname.slice(1, -1).split('::');
  const split = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const [left, right] = [split(head), split(tail)];
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
}

const bytesOf = (group: string): number[] => {
  const bits = Number.parseInt(group, 16);
  return [bits >> 8, bits & 255];
};
