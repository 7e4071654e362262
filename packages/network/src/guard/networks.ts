import { Data, Result } from "effect"
import ipaddr from "ipaddr.js"
import { type Address, readAddress, readUnmapped } from "../dns/address.js"

/**
 * In CIDR notation (RFC 4632, RFC 4291), such as `10.0.0.0/8` or `fd00::/8`; a plain address is a
 * network of one.
 */
export type AllowedNetworks = ReadonlyArray<string>

export type Network = readonly [Address, number]

/** The message says why, without quoting the list. */
export class InvalidNetworks extends Data.TaggedError("InvalidNetworks")<{
  readonly reason: string
}> {
  readonly code = "invalid_networks"

  override get message(): string {
    return `The list of allowed networks ${this.reason}. It takes networks such as 10.1.0.0/16 or fd00::/8 and single addresses, separated by commas.`
  }
}

const mapped = 96

const hasHostBits = ([address, prefix]: Network): boolean =>
  address.toByteArray().some((byte, index) => {
    const kept = Math.min(8, Math.max(0, prefix - index * 8))
    return (byte & (0xff >> kept)) !== 0
  })

const networkOf = (entry: string): Result.Result<Network, string> => {
  const [, text = "", length] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(entry) ?? []
  const address = readAddress(text)
  if (address === undefined) return Result.fail("is neither a network nor an IP address")
  const bits = address.toByteArray().length * 8
  const prefix = length === undefined ? bits : Number(length)
  if (prefix > bits) return Result.fail(`has a prefix longer than its ${String(bits)} bits`)
  if (hasHostBits([address, prefix]))
    return Result.fail(
      "has bits set after its prefix: 10.1.0.0/16 is a network, 10.1.2.3/16 an address in it"
    )
  // IPv4-mapped addresses are checked as IPv4.
  const isMapped =
    address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && prefix >= mapped
  return Result.succeed(isMapped ? [address.toIPv4Address(), prefix - mapped] : [address, prefix])
}

const formatNetwork = ([address, prefix]: Network): string =>
  `${address.toString()}/${String(prefix)}`

/** The left side as in `parseNetworks`. */
export const networksOf = (
  entries: ReadonlyArray<string>
): Result.Result<ReadonlyArray<Network>, string> =>
  Result.all(
    entries.map((entry, index) =>
      Result.mapError(
        networkOf(entry),
        (fault) => `names one that ${fault} (entry ${String(index + 1)})`
      )
    )
  )

/**
 * Comma-separated networks and addresses in CIDR notation. The left side says what is wrong without
 * quoting, to follow a setting's name.
 */
export const parseNetworks = (text: string): Result.Result<AllowedNetworks, string> =>
  Result.map(
    networksOf(
      text
        .split(",")
        .map((entry) => entry.trim())
        .filter((entry) => entry !== "")
    ),
    (networks) => networks.map(formatNetwork)
  )

/** Whether an IP address is in one of the networks, which `parseNetworks` has read. */
export const makeIsInNetworks = (allowed: AllowedNetworks): ((text: string) => boolean) => {
  const networks = Result.getOrElse(networksOf(allowed), () => [])
  return (text) => {
    const address = readUnmapped(text)
    return address !== undefined && networks.some((network) => isIn(address, network))
  }
}

/** Leads to the cloud platform's own agents, from within virtual machines. */
const platformAgents = ["168.63.129.16"]

/** All that is assigned so far (RFC 4291, 2.4; IANA's registry of IPv6 global unicast). */
const isGlobalUnicast = ({ parts: [first = 0] }: ipaddr.IPv6): boolean => first >> 13 === 0b001

const isPublic = (address: Address): boolean =>
  address.range() === "unicast" &&
  (address instanceof ipaddr.IPv6
    ? isGlobalUnicast(address)
    : !platformAgents.includes(address.toString()))

const isIn = (address: Address, [network, prefix]: Network): boolean =>
  address.kind() === network.kind() && address.match(network, prefix)

const ipv4 = (high: number, low: number): ipaddr.IPv4 =>
  new ipaddr.IPv4([high >> 8, high & 0xff, low >> 8, low & 0xff])

const isZero = (parts: ReadonlyArray<number>): boolean => parts.every((part) => part === 0)

/** What a translator or tunnel derives from this address. */
const embedded = ({ parts }: ipaddr.IPv6): ipaddr.IPv4 | undefined => {
  const [a = 0, b = 0, c = 0, , e = 0, f = 0, g = 0, h = 0] = parts
  // IPv4-compatible (RFC 4291, 2.5.5.1), but neither `::` nor `::1`; then SIIT (RFC 2765).
  if (isZero(parts.slice(0, 6)) && (g !== 0 || h > 1)) return ipv4(g, h)
  if (isZero(parts.slice(0, 4)) && e === 0xffff && f === 0) return ipv4(g, h)
  // NAT64 (RFC 6052, RFC 8215).
  if (a === 0x64 && b === 0xff9b && c <= 1) return ipv4(g, h)
  // 6to4 (RFC 3056), Teredo (RFC 4380, inverted) and ISATAP (RFC 5214).
  if (a === 0x2002) return ipv4(b, c)
  if (a === 0x2001 && b === 0) return ipv4(g ^ 0xffff, h ^ 0xffff)
  if ((e & ~0x200) === 0 && f === 0x5efe) return ipv4(g, h)
  return undefined
}

/** Public unicast or in an opened network, and so is the IPv4 address that it may embed. */
export const isPermitted = (address: Address, networks: ReadonlyArray<Network>): boolean => {
  if (!isPublic(address) && !networks.some((network) => isIn(address, network))) return false
  // Opening a translator's network doesn't permit the addresses behind it.
  const inside = address instanceof ipaddr.IPv6 ? embedded(address) : undefined
  return inside === undefined || isPermitted(inside, networks)
}
