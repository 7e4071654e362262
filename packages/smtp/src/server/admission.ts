import { type Buckets, LimiterState, makeBuckets } from "@telemark/core"

const groups = (text: string): ReadonlyArray<string> => (text === "" ? [] : text.split(":"))

/** Of an IPv6 address in canonical form. */
const network = (address: string): string => {
  const [head = "", tail] = address.split("::", 2)
  const before = groups(head)
  if (tail === undefined) return before.slice(0, 4).join(":")
  const after = groups(tail)
  return [
    ...before,
    ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill("0"),
    ...after
  ]
    .slice(0, 4)
    .join(":")
}

/**
 * What counts as one client: an IPv4 address, also mapped to IPv6, or an IPv6 network of 64 bits.
 */
export const addressGroup = (remote: string | undefined): string => {
  const address = (remote ?? "")
    .toLowerCase()
    .replace(/%.*$/, "")
    .replace(/^::ffff:(?=\d+\.)/, "")
  return address.includes(":") ? `${network(address)}::/64` : address
}

/** What a server puts up with. Times are in milliseconds. */
export interface ServerLimits {
  readonly connections: number
  /**
   * Of one IPv4 address, or of one IPv6 network of 64 bits. A relay delivers all its bounces from
   * one address.
   */
  readonly connectionsPerAddress: number
  readonly connectionsPerMinute: number
  /** RFC 5321 4.5.3.2.7 suggests 5 minutes, for servers with connections to spare. */
  readonly idle: number
  readonly message: number
  readonly session: number
  readonly messagesPerConnection: number
  /** Without a message being accepted: a message to 100 recipients needs fewer. */
  readonly commandsPerMessage: number
  readonly errorsPerConnection: number
  /** In octets. */
  readonly messageSize: number
}

export type Admitted =
  | { readonly _tag: "Admitted"; readonly address: string; readonly leave: () => void }
  | { readonly _tag: "Refused"; readonly limit: "connections" | "connections_per_minute" }

type Limits = Pick<ServerLimits, "connections" | "connectionsPerAddress" | "connectionsPerMinute">

/** So many connections in all, so many of an address at once and in a minute. */
export class Admission {
  private readonly open: LimiterState
  private readonly rates: Buckets

  constructor(private readonly limits: Limits) {
    const { connections, connectionsPerAddress, connectionsPerMinute } = limits
    this.open = new LimiterState({ permits: connections, permitsPerKey: connectionsPerAddress })
    this.rates = makeBuckets(connectionsPerMinute)
  }

  /** `now` is in epoch milliseconds. A connection that is refused doesn't count. */
  enter(remote: string | undefined, now: number): Admitted {
    const address = addressGroup(remote)
    const { bucket, status } = this.rates.look(address, now)
    if (!status.allowed) return { _tag: "Refused", limit: "connections_per_minute" }
    const job = this.open.enter(address, 1, false)
    if (job === undefined) return { _tag: "Refused", limit: "connections" }
    this.rates.set(address, bucket)
    let isOver = false
    return {
      _tag: "Admitted",
      address,
      leave: () => {
        if (isOver) return
        isOver = true
        this.open.leave(job)
      }
    }
  }

  isFullForOthers(remote: string | undefined): boolean {
    const { connections, connectionsPerAddress } = this.limits
    const own = this.open.inUseOf(addressGroup(remote))
    return this.open.inUse >= connections && own < connectionsPerAddress
  }
}
