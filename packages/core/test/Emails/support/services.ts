import {
  AttachmentStore,
  Emails,
  type EmailsOptions,
  EmailStore,
  NewEvents,
  type PreparedSend,
  TemplateEngine,
  TemplateStore,
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
 * The service over a storage of which a test needs only a part; without any it accepts all sends
 * and keeps them in `accepted`.
 */
export const emailsOver = (
  part: Partial<typeof EmailStore.Service> = {},
  options: EmailsOptions = {},
  database = databaseOf()
) => {
  const accepted: Array<PreparedSend> = []
  const store: typeof EmailStore.Service = {
    accept: (send) =>
      Effect.sync(() => {
        accepted.push(send)
        const queued = send.recipients.map(({ address, id }) => ({
          id,
          recipient: address,
          status: "queued" as const
        }))
        return { _tag: "Accepted", result: { queued, suppressed: [], idempotent_replay: false } }
      }),
    findReplay: notHere,
    find: notHere,
    findAccepted: notHere,
    list: notHere,
    cancel: notHere,
    ...part
  }
  const layer = Emails.layer(options).pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        Layer.succeed(EmailStore, store),
        Layer.succeed(AttachmentStore, { read: notHere, readOne: notHere }),
        database,
        Layer.succeed(TemplateStore, {
          create: notHere,
          save: notHere,
          deactivate: notHere,
          find: () => Effect.succeed(undefined),
          list: notHere,
          findVersion: notHere,
          listVersions: notHere
        }),
        Layer.succeed(TemplateEngine, { compile: notHere, preview: notHere, render: notHere }),
        NewEvents.layerInProcess,
        WakeUp.layerInProcess
      )
    )
  )
  return { accepted, layer }
}
