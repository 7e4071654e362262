import { Data, Result } from "effect"
import ipaddr from "ipaddr.js"
import { type Address, readAddress } from "../addresses/address.js"

/**
 * Networks in CIDR notation (RFC 4632, RFC 4291), such as `10.0.0.0/8` or `fd00::/8`; a plain
 * address is a network of one.
 */
export type AllowedNetworks = ReadonlyArray<string>

export type Network = readonly [Address, number]

/** The list of networks is invalid. The message says why, without quoting the list. */
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

/** Parses networks for comparison with addresses; the left side as in `parseNetworks`. */
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
 * Parses comma-separated networks and addresses into CIDR notation. The left side says what is
 * wrong without quoting, to follow a setting's name.
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
