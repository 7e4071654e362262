import { Effect, Metric } from "effect"
import {
  type BackOff,
  backOffId,
  type BackOffKey,
  isRefusal,
  platformRoute
} from "../backOffs/BackOff.js"

const maxLogged = 10_000

/**
 * Counts back-offs that begin because a mail server refuses us: one for each attempt that finds it
 * still does, not one for each message.
 */
export const routeRefusals = Metric.counter("telemark.route.refusals", {
  description:
    "Back-offs that began because a mail server refused the login, the account, TLS, or this service as a whole",
  incremental: true
})

const count = ({ cause, route }: BackOff): Effect.Effect<void> =>
  Metric.update(
    routeRefusals.pipe(
      Metric.withAttributes({ cause }),
      Metric.withAttributes({ route: route === platformRoute ? platformRoute : "tenant" })
    ),
    1
  )

/** Omits empty parts of the key, which mean all. The reply isn't logged: it may name an address. */
const fieldsOf = ({
  route,
  sender_domain,
  tenant_id
}: BackOffKey): Readonly<Record<string, string>> => ({
  route,
  ...(tenant_id === "" ? {} : { tenant_id }),
  ...(sender_domain === "" ? {} : { sender_domain })
})

/** A refusal on a tenant's own server is a warning: the tenant has to fix it. */
const log = (backOff: BackOff): Effect.Effect<void> => {
  const { cause, error_message: reason, route, stage } = backOff
  return (route === platformRoute ? Effect.logError : Effect.logWarning)(
    "a mail server refuses this service: its mail waits, and fails unless you fix the cause. `telemark doctor` says what to do",
    { ...fieldsOf(backOff), cause, stage, reason }
  )
}

const logEnd = (key: BackOffKey): Effect.Effect<void> =>
  Effect.logInfo("a mail server that refused this service takes mail again", fieldsOf(key))

/**
 * Reports refusals at once, as a metric and in the log: there once for each back-off key and cause,
 * until mail is accepted again.
 */
export const makeRefusals = () => {
  const logged = new Map<string, Set<string>>()
  return {
    begin: (backOff: BackOff): Effect.Effect<void> =>
      Effect.suspend(() => {
        if (!isRefusal(backOff.cause)) return Effect.void
        const id = backOffId(backOff)
        const causes = logged.get(id) ?? new Set<string>()
        if (causes.has(backOff.cause)) return count(backOff)
        if (logged.size < maxLogged || logged.has(id)) logged.set(id, causes.add(backOff.cause))
        return Effect.andThen(count(backOff), log(backOff))
      }),
    end: (keys: ReadonlyArray<BackOffKey>): Effect.Effect<void> =>
      Effect.suspend(() =>
        Effect.forEach(
          keys.filter((key) => logged.delete(backOffId(key))),
          logEnd,
          { discard: true }
        )
      )
  }
}
