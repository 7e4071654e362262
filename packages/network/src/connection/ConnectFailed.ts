import { Data } from "effect"

/**
 * Why a connection failed. `policy`: the port or one of the addresses isn't permitted (none is
 * tried). `dns`: the name can't be resolved.
 */
export class ConnectFailed extends Data.TaggedError("ConnectFailed")<{
  readonly reason: "policy" | "dns" | "refused" | "timeout" | "reset"
}> {
  readonly code = "connect_failed"

  override get message(): string {
    switch (this.reason) {
      case "policy":
        return "The host has addresses that aren't public. To allow its network, add it to allowNetworks (TELEMARK_ALLOW_NETWORKS)."
      case "dns":
        return "The host's name can't be resolved."
      case "refused":
        return "The host refuses connections on this port, or can't be reached."
      case "timeout":
        return "The host didn't answer in time."
      case "reset":
        return "The host closed the connection."
    }
  }
}

/** In milliseconds. */
export interface ConnectTimeouts {
  readonly dns: number
  /** Per address. */
  readonly connect: number
}
