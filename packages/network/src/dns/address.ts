import ipaddr from "ipaddr.js"
import { isIPv4, isIPv6 } from "node:net"

export type Address = ipaddr.IPv4 | ipaddr.IPv6

// ipaddr.js reads the dotted `::127.0.0.1` as `::ffff:127.0.0.1`, a different address.
const hexadecimal = (address: string): string =>
  new URL(`http://[${address}]`).hostname.slice(1, -1)

/** In a form that `node:net` accepts; undefined for other text, and with a zone. */
export const readAddress = (text: string): Address | undefined => {
  if (isIPv4(text)) return ipaddr.IPv4.parse(text)
  return isIPv6(text) && !text.includes("%") ? ipaddr.IPv6.parse(hexadecimal(text)) : undefined
}

/** Converts an IPv4-mapped IPv6 address (RFC 4291, 2.5.5.2) to IPv4. */
export const readUnmapped = (text: string): Address | undefined => {
  const address = readAddress(text)
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()
    ? address.toIPv4Address()
    : address
}

/** For a reverse look-up: RFC 1035, 3.5 for IPv4, RFC 3596, 2.5 for IPv6. */
export const reverseName = (address: Address): string => {
  const bytes = address.toByteArray()
  if (bytes.length === 4) return `${bytes.toReversed().join(".")}.in-addr.arpa`
  const nibbles = bytes.flatMap((byte) => [byte >> 4, byte & 15])
  return `${nibbles
    .toReversed()
    .map((nibble) => nibble.toString(16))
    .join(".")}.ip6.arpa`
}
