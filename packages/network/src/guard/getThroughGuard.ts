import { parseUrl } from "@telemark/contract"
import { Data, Effect } from "effect"
import { askHost, type AskOptions, type HostAnswer } from "../connection/askHost.js"
import type { NetworkGuardService } from "./NetworkGuard.js"

/** No connection, no TLS, no complete answer in time, or one that is too large. */
export class GetFailed extends Data.TaggedError("GetFailed")<{}> {}

export type GetAnswer = HostAnswer
export type GetOptions = AskOptions

const failed = Effect.fail(new GetFailed())

/**
 * Gets an https address through the guard. Redirects are answers. Proxy settings of the environment
 * are ignored. Check the address first: the guard only keeps the connection off private networks.
 */
export const getThroughGuard = (
  guard: NetworkGuardService,
  address: string,
  options: GetOptions
): Effect.Effect<GetAnswer, GetFailed> =>
  Effect.suspend(() => {
    const url = parseUrl(address)
    if (url?.protocol !== "https:") return failed
    return Effect.mapError(
      askHost(guard.connect, url, { method: "GET" }, options),
      () => new GetFailed()
    )
  })
