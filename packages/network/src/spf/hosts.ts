import { type Address, readAddress, readUnmapped } from "../dns/address.js"

export interface IpAddress {
  readonly version: 4 | 6
  readonly bytes: ReadonlyArray<number>
  /** In its usual notation. */
  readonly text: string
}

const asBytes = (address: Address | undefined): IpAddress | undefined =>
  address && {
    version: address.kind() === "ipv4" ? 4 : 6,
    bytes: address.toByteArray(),
    text: address.toString()
  }

const ofVersion =
  (version: 4 | 6) =>
  (text: string): IpAddress | undefined => {
    const address = asBytes(readAddress(text))
    return address?.version === version ? address : undefined
  }
export const parseIpv4 = ofVersion(4)
export const parseIpv6 = ofVersion(6)

/** An IPv4-mapped address becomes its IPv4 address (RFC 7208 5). */
export const parseAddress = (text: string): IpAddress | undefined => asBytes(readUnmapped(text))

/** Whether the first `prefix` bits are equal. False for different versions. */
export const isInNetwork = (address: IpAddress, network: IpAddress, prefix: number): boolean =>
  address.version === network.version &&
  address.bytes.every((byte, at) => {
    const ignored = Math.min(8, Math.max(0, 8 * (at + 1) - prefix))
    return byte >> ignored === (network.bytes[at] ?? 0) >> ignored
  })

/**
 * The macro `i`: `192.0.2.1`, or the 32 hexadecimal digits of an IPv6 address separated by dots.
 */
export const dottedAddress = ({ bytes, version }: IpAddress): string =>
  version === 4
    ? bytes.join(".")
    : bytes.flatMap((byte) => [(byte >> 4).toString(16), (byte & 15).toString(16)]).join(".")

/** Octets of a DNS name, without a final dot (RFC 1035 2.3.4). */
const maxNameLength = 253

/**
 * At least two labels of 1 to 63 printable characters. Other names don't match (RFC 7208 4.3, 4.8).
 */
export const isName = (name: string): boolean => {
  const labels = name.split(".")
  return (
    name.length <= maxNameLength &&
    labels.length > 1 &&
    /^[\x21-\x7e]+$/.test(name) &&
    labels.every((label) => label.length >= 1 && label.length <= 63)
  )
}

export const withoutRoot = (name: string): string => (name.endsWith(".") ? name.slice(0, -1) : name)

/** Without labels at the left, so that it fits in DNS (RFC 7208 7.3). */
export const shorten = (name: string): string =>
  name.length <= maxNameLength
    ? name
    : name.slice(name.indexOf(".", name.length - maxNameLength - 1) + 1)

export const isWithin = (name: string, parent: string): boolean =>
  name === parent || name.endsWith(`.${parent}`)
