import ipaddr from "ipaddr.js"
import { isIPv4, isIPv6 } from "node:net"

/** An IP address by its bytes: 4 or 16 of them. */
export interface IpAddress {
  readonly version: 4 | 6
  readonly bytes: ReadonlyArray<number>
  /** In its usual spelling. */
  readonly text: string
}

/** Reads `192.0.2.1`; undefined if it is none. */
export const parseIpv4 = (text: string): IpAddress | undefined =>
  isIPv4(text) ? { version: 4, bytes: text.split(".").map(Number), text } : undefined

/** Reads `2001:db8::1`, without zone; undefined if it is none. */
export const parseIpv6 = (text: string): IpAddress | undefined => {
  if (!isIPv6(text) || text.includes("%")) return undefined
  const parsed = ipaddr.IPv6.parse(text)
  return { version: 6, bytes: parsed.toByteArray(), text: parsed.toString() }
}

/** Reads either; an IPv4-mapped address is the IPv4 address in it (RFC 7208 5). */
export const parseAddress = (text: string): IpAddress | undefined => {
  const address = parseIpv4(text) ?? parseIpv6(text)
  if (address?.version !== 6) return address
  const isMapped = address.bytes.slice(0, 12).every((byte, at) => byte === (at < 10 ? 0 : 0xff))
  return isMapped ? parseIpv4(address.bytes.slice(12).join(".")) : address
}

/** Whether the first so many bits of both are the same; never so for addresses of two kinds. */
export const isInNetwork = (address: IpAddress, network: IpAddress, prefix: number): boolean =>
  address.version === network.version &&
  address.bytes.every((byte, at) => {
    const ignored = Math.min(8, Math.max(0, 8 * (at + 1) - prefix))
    return byte >> ignored === (network.bytes[at] ?? 0) >> ignored
  })

/** As the macro `i` has it: `192.0.2.1`, or the 32 hexadecimal digits of an IPv6 address with dots between. */
export const dottedAddress = ({ bytes, version }: IpAddress): string =>
  version === 4 ? bytes.join(".") : bytes.flatMap((byte) => [(byte >> 4).toString(16), (byte & 15).toString(16)]).join(".")
