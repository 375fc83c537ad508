export type Reach = "loopback" | "private" | "public";

/** What the public internet does not route: IANA's IPv4 Special-Purpose Address Registry, and multicast. */
const unroutedIpv4: readonly (readonly [base: string, prefixBits: number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
];

/** The same of IPv6, within the global unicast range 2000::/3: Teredo and its like, examples, 6to4. */
const unroutedIpv6: readonly (readonly [base: string, prefixBits: number])[] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

/** How far a dotted IPv4 address reaches; undefined when the host is not one. */
export function reachOfIpv4(host: string): Reach | undefined {
  if (!/^\d{1,3}(?:\.\d{1,3}){3}$/.test(host)) return undefined;
  const address = ipv4Number(host);
  if (address >> 24n === 127n) return "loopback";
  const unrouted = unroutedIpv4.some(([base, prefixBits]) =>
    samePrefix(address, ipv4Number(base), 32 - prefixBits),
  );
  return unrouted ? "private" : "public";
}

/** How far an IPv6 address reaches, written as a URL's canonical host does, without the brackets. */
export function reachOfIpv6(host: string): Reach {
  const address = ipv6Number(host);
  if (address === 1n) return "loopback";
  // ::ffff:127.0.0.1 is 127.0.0.1. Other mapped addresses have no business in a URL.
  if (address >> 24n === 0xff_ff_7fn) return "loopback";
  if (address >> 125n !== 1n) return "private";
  const unrouted = unroutedIpv6.some(([base, prefixBits]) =>
    samePrefix(address, ipv6Number(base), 128 - prefixBits),
  );
  return unrouted ? "private" : "public";
}

function samePrefix(one: bigint, other: bigint, hostBits: number): boolean {
  return one >> BigInt(hostBits) === other >> BigInt(hostBits);
}

function ipv4Number(host: string): bigint {
  return host.split(".").reduce((sum, part) => (sum << 8n) | BigInt(part), 0n);
}

function ipv6Number(host: string): bigint {
  const [head = "", tail] = host.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  const groups = [...before, ...zeros, ...after];
  return groups.reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n);
}
