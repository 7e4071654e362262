import { CurrentAuditOrigin } from "@telemark/core"
import { Context, Effect } from "effect"
import type { IncomingRequest, RequestParts } from "./IncomingRequest.js"

/** Whether a proxy at this address says truly in `X-Forwarded-For` whose request it passes on. */
export const TrustedProxies = Context.Reference("@telemark/http/TrustedProxies", {
  defaultValue:
    () =>
    (_address: string): boolean =>
      false
})

/** Anybody can begin the list: only what trusted proxies have added is read, from its end. */
const addressOf = (
  { address, header }: RequestParts,
  isTrusted: (address: string) => boolean
): string | undefined => {
  const own = address()
  const passedOn = (header("x-forwarded-for") ?? "").split(",").map((entry) => entry.trim())
  let nearest = own
  while (nearest !== undefined && isTrusted(nearest)) {
    const next = passedOn.pop()
    if (next === undefined || next === "") break
    nearest = next
  }
  return nearest
}

/** Lets the audit log know where a request comes from. */
export const makeWithOrigin = Effect.map(
  TrustedProxies,
  (isTrusted) =>
    <A, E, R>({ parts }: IncomingRequest, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.provideService(effect, CurrentAuditOrigin, {
        address: addressOf(parts, isTrusted),
        userAgent: parts.header("user-agent")
      })
)
