import ipaddr from "ipaddr.js"
import { isIPv4, isIPv6 } from "node:net"

/** An IP address as numbers. */
export type Address = ipaddr.IPv4 | ipaddr.IPv6

// ipaddr.js takes the dotted `::127.0.0.1` for `::ffff:127.0.0.1`, another address; of hexadecimal there is one reading.
const hexadecimal = (address: string): string => new URL(`http://[${address}]`).hostname.slice(1, -1)

/** Reads the usual forms of IP addresses, those that `node:net` takes; undefined for any other, and with a zone. */
export const readAddress = (text: string): Address | undefined => {
  if (isIPv4(text)) return ipaddr.IPv4.parse(text)
  return isIPv6(text) && !text.includes("%") ? ipaddr.IPv6.parse(hexadecimal(text)) : undefined
}

/** As `readAddress`, but what is mapped into IPv6 (RFC 4291, 2.5.5.2) is the IPv4 address that it stands for. */
export const readUnmapped = (text: string): Address | undefined => {
  const address = readAddress(text)
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address
}
