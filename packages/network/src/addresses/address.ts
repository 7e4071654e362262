import ipaddr from "ipaddr.js"
import { isIPv4, isIPv6 } from "node:net"

export type Address = ipaddr.IPv4 | ipaddr.IPv6

// ipaddr.js reads the dotted `::127.0.0.1` as `::ffff:127.0.0.1`, a different address. The
// hexadecimal form is unambiguous.
const hexadecimal = (address: string): string =>
  new URL(`http://[${address}]`).hostname.slice(1, -1)

/**
 * Parses an IP address in a form that `node:net` accepts; undefined for other text, and for
 * addresses with a zone.
 */
export const readAddress = (text: string): Address | undefined => {
  if (isIPv4(text)) return ipaddr.IPv4.parse(text)
  return isIPv6(text) && !text.includes("%") ? ipaddr.IPv6.parse(hexadecimal(text)) : undefined
}

/** As `readAddress`, but converts an IPv4-mapped IPv6 address (RFC 4291, 2.5.5.2) to IPv4. */
export const readUnmapped = (text: string): Address | undefined => {
  const address = readAddress(text)
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()
    ? address.toIPv4Address()
    : address
}
