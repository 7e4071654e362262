import { Data, Either } from "effect"
import ipaddr from "ipaddr.js"
import { type Address, readAddress } from "../Addresses/index.js"

/** Networks in CIDR notation (RFC 4632, RFC 4291), such as `10.0.0.0/8` or `fd00::/8`; a plain address is a network of one. */
export type AllowedNetworks = ReadonlyArray<string>

/** An address and the length of the prefix that makes the network. */
export type Network = readonly [Address, number]

/** What is meant isn't a list of networks. The message says what is wrong, and repeats nothing of it. */
export class InvalidNetworks extends Data.TaggedError("InvalidNetworks")<{
  /** What is wrong with it. */
  readonly reason: string
}> {
  readonly code = "invalid_networks"

  override get message(): string {
    return `The list of allowed networks ${this.reason}. It takes networks such as 10.1.0.0/16 or fd00::/8 and single addresses, with commas between them.`
  }
}

const mapped = 96

const hasHostBits = ([address, prefix]: Network): boolean =>
  address.toByteArray().some((byte, index) => {
    const kept = Math.min(8, Math.max(0, prefix - index * 8))
    return (byte & (0xff >> kept)) !== 0
  })

const networkOf = (entry: string): Either.Either<Network, string> => {
  const [, text = "", length] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(entry) ?? []
  const address = readAddress(text)
  if (address === undefined) return Either.left("is neither a network nor an IP address")
  const bits = address.toByteArray().length * 8
  const prefix = length === undefined ? bits : Number(length)
  if (prefix > bits) return Either.left(`has a prefix longer than its ${String(bits)} bits`)
  if (hasHostBits([address, prefix])) return Either.left("has bits set after its prefix: 10.1.0.0/16 is a network, 10.1.2.3/16 an address in it")
  // What is mapped into IPv6 is checked as the IPv4 address that it is.
  const isMapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && prefix >= mapped
  return Either.right(isMapped ? [address.toIPv4Address(), prefix - mapped] : [address, prefix])
}

const formatNetwork = ([address, prefix]: Network): string => `${address.toString()}/${String(prefix)}`

/** Networks to compare addresses with; the left side as of `parseNetworks`. */
export const networksOf = (entries: ReadonlyArray<string>): Either.Either<ReadonlyArray<Network>, string> =>
  Either.all(entries.map((entry, index) =>
    Either.mapLeft(networkOf(entry), (fault) => `names one that ${fault} (entry ${String(index + 1)})`)))

/**
 * Reads networks and addresses with commas between them, and writes them all in CIDR notation. The left side says
 * what is wrong, to follow the name of a setting, without repeating it.
 */
export const parseNetworks = (text: string): Either.Either<AllowedNetworks, string> =>
  Either.map(networksOf(text.split(",").map((entry) => entry.trim()).filter((entry) => entry !== "")), (networks) => networks.map(formatNetwork))
