import {
  type AcceptSend,
  AroundAccept,
  Emails,
  type EmailsOptions,
  NewEvents,
  type PreparedSend,
  TemplateEngine,
  type Tenant,
  WakeUp
} from "@telemark/core"
import { Effect, Layer } from "effect"
import { databaseOf } from "../../sql/clientOf.js"

const notHere = () => Effect.die(new Error("not here"))

export const tenant: Tenant = {
  id: "tn_1",
  name: "default",
  default_from: "shop@example.com",
  monthly_limit: null,
  track_opens: false,
  track_clicks: false,
  missing: "warn",
  created_at: 0
}

/**
 * The service over a database; without one it accepts all sends and keeps them in `accepted`.
 */
export const emailsOver = (options: EmailsOptions = {}, database = databaseOf()) => {
  const accepted: Array<PreparedSend> = []
  const acceptAll = (): AcceptSend => (send) =>
    Effect.sync(() => {
      accepted.push(send)
      const queued = send.recipients.map(({ address, id }) => ({
        id,
        recipient: address,
        status: "queued" as const
      }))
      return { _tag: "Accepted", result: { queued, suppressed: [], idempotent_replay: false } }
    })
  const layer = Emails.layer(options).pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        database,
        Layer.succeed(AroundAccept, acceptAll),
        Layer.succeed(TemplateEngine, { compile: notHere, preview: notHere, render: notHere }),
        NewEvents.layerInProcess,
        WakeUp.layerInProcess
      )
    )
  )
  return { accepted, layer }
}
