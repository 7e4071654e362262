import { Data, Result } from "effect"
import { isIPv4, isIPv6 } from "node:net"

/** The list of DNS servers is invalid. The message says why, without quoting the list. */
export class InvalidDnsServers extends Data.TaggedError("InvalidDnsServers")<{
  readonly reason: string
}> {
  readonly code = "invalid_dns_servers"

  override get message(): string {
    return `The list of DNS servers ${this.reason}. It takes IP addresses, each with a port if need be, such as 192.0.2.53, 192.0.2.53:5353 or [2001:db8::53]:5353.`
  }
}

const isPort = (port: string | undefined): boolean =>
  port === undefined || (/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535)

const serverOf = (entry: string): Result.Result<string, string> => {
  const isBare = isIPv6(entry)
  const [, bracketed, plain, port] =
    /^(?:\[([^\]]*)\]|([^:[\]]*))(?::(.*))?$/.exec(isBare ? `[${entry}]` : entry) ?? []
  const address = bracketed ?? plain ?? ""
  if (address.includes("%")) return Result.fail("has a zone, which isn't supported")
  if (!isIPv4(plain ?? "") && !isIPv6(bracketed ?? "")) return Result.fail("isn't an IP address")
  if (!isPort(port)) return Result.fail("has a port that isn't a number from 1 to 65535")
  const host = bracketed === undefined ? address : `[${address}]`
  return Result.succeed(port === undefined ? host : `${host}:${String(Number(port))}`)
}

/**
 * Parses comma-separated `address`, `address:port`, `[address]` or `[address]:port`. The left side
 * as in `parseNetworks`.
 */
export const parseDnsServers = (text: string): Result.Result<ReadonlyArray<string>, string> =>
  Result.all(
    text
      .split(",")
      .map((entry) => entry.trim())
      .filter((entry) => entry !== "")
      .map((entry, index) =>
        Result.mapError(
          serverOf(entry),
          (fault) => `names a server that ${fault} (entry ${String(index + 1)})`
        )
      )
  )
