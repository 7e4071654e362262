import { StorageError } from "@telemark/contract"
import { Feedback, type FeedbackService, type FoundReport, type ReportOrigin } from "@telemark/core"
import { type BounceListenerSettings, listenForBounces, returnPathToken } from "@telemark/feedback"
import { Effect, References } from "effect"

export const host = "bounces.shop.example"
export const keys = [Buffer.alloc(32, "new"), Buffer.alloc(32, "old")]
export const id = "em_0199a1b2c3d47e5f8a6b7c8d9e0f1a2b"
export const otherId = "em_0199a1b2c3d47e5f8a6b7c8d9e0f1a2c"

/** The return path of a message. */
export const returnPath = (emailId = id, key: Uint8Array = keys[0]!): string =>
  `b+${returnPathToken(key, emailId)}@${host}`

export const bounce = (
  status = "5.1.1",
  recipient = "ada@far.example"
): string => `From: MAILER-DAEMON@far.example
Content-Type: multipart/report; boundary=b

--b

It failed.
--b
Content-Type: message/delivery-status

Final-Recipient: rfc822; ${recipient}
Action: failed
Status: ${status}
--b--
`

export interface Received {
  readonly origin: ReportOrigin
  readonly reports: ReadonlyArray<FoundReport>
}

export const storageDown = new StorageError({ reason: "unavailable", cause: new Error("down") })

/** A listener on a free port of this machine, and what it passes on. */
export const listening = ({
  receive,
  ...settings
}: Partial<BounceListenerSettings> & { readonly receive?: FeedbackService["receive"] } = {}) =>
  Effect.gen(function* () {
    const received: Array<Received> = []
    const unread: Array<Parameters<FeedbackService["keepUnread"]>[1]> = []
    const unused = () => Effect.die("unused")
    const service: FeedbackService = {
      record: unused,
      recordBatch: unused,
      unmatched: unused,
      listOperators: unused,
      retry: unused,
      settled: () => {},
      listen: Effect.succeed(Effect.never),
      keepUnread: (_, entry) => Effect.sync(() => unread.push(entry) > 0),
      receive:
        receive ??
        ((origin, reports) =>
          Effect.sync(() => {
            received.push({ origin, reports })
            return reports.map(() => "recorded" as const)
          }))
    }
    const { port } = yield* listenForBounces({
      port: 0,
      host: "127.0.0.1",
      returnPathHost: host,
      keys: Effect.succeed(keys),
      ...settings
    }).pipe(
      Effect.provideService(Feedback, service),
      Effect.provideService(References.MinimumLogLevel, "None")
    )
    return { port, received, unread }
  })
