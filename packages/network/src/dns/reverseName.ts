import type { Address } from "../addresses/address.js"

/**
 * The name for a reverse look-up of an IP address: RFC 1035, 3.5 for IPv4, RFC 3596, 2.5 for IPv6.
 */
export const reverseName = (address: Address): string => {
  const bytes = address.toByteArray()
  if (bytes.length === 4) return `${bytes.toReversed().join(".")}.in-addr.arpa`
  const nibbles = bytes.flatMap((byte) => [byte >> 4, byte & 15])
  return `${nibbles
    .toReversed()
    .map((nibble) => nibble.toString(16))
    .join(".")}.ip6.arpa`
}
