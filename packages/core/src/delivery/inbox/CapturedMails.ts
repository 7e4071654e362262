import {
  decode,
  foldAddress,
  ListInbox,
  NoReleaseServer,
  NotFound,
  parseMailbox,
  ReleaseFailed,
  ReleaseMail,
  pageEndingWith,
  requestedPage,
  SendingPaused,
  success,
  toWireAddress,
  unknownAfter,
  ValidationFailed
} from "@telemark/contract"
import { Clock, Context, Effect, Layer } from "effect"
import type { Tenant } from "../../accounts/tenants/Tenant.js"
import { makeOpenServer } from "../../sending/smtpConfigs/openServer.js"
import { stored } from "../../database/storageError.js"
import { recipientRefusal } from "../../sending/emails/allowedRecipients.js"
import { smtpConfigQueries } from "../../sending/smtpConfigs/smtpConfigTable.js"
import { makePseudonyms } from "../../sending/people/pseudonyms.js"
import { suppressionQueries } from "../../sending/suppressions/suppressionTable.js"
import type { OperationsFor } from "../../operations/OperationsFor.js"
import { doneOrNotFound } from "../../operations/found.js"
import type { DeliveryOutcome } from "../message/DeliveryOutcome.js"
import { OwnServers, type Relay } from "../message/Transport.js"
import { inboxCapacity, pageOfInbox, releaseProblem, viewOfMail } from "./CapturedMail.js"
import { Inbox } from "./Inbox.js"

/**
 * Port: the operator's relay for captured mail that somebody releases. Undefined by default: there
 * is none.
 */
export const ReleaseRelay = Context.Reference("@telemark/core/ReleaseRelay", {
  defaultValue: (): Relay | undefined => undefined
})

type CapturedMailsService = OperationsFor<string, "inbox", "list" | "remove" | "clear"> &
  OperationsFor<Tenant, "inbox", "release">

const decodeList = decode(ListInbox)
const decodeRelease = decode(ReleaseMail)

const unreadable = () =>
  new ReleaseFailed({
    why: "The stored login of the SMTP server can no longer be decrypted. Save its configuration again.",
    smtp_response: null
  })

type TenantRelay = (...given: Parameters<Relay>) => Effect.Effect<DeliveryOutcome, ReleaseFailed>

const wireAddress = (address: string): string => toWireAddress(address) ?? address

const make = Effect.gen(function* () {
  const inbox = yield* Inbox
  const servers = yield* OwnServers
  const openServer = yield* makeOpenServer
  const configs = yield* smtpConfigQueries
  const suppressions = yield* suppressionQueries
  const { keysOf } = yield* makePseudonyms
  const platform = yield* ReleaseRelay

  const list: CapturedMailsService["list"] = (tenantId, input = {}) =>
    Effect.gen(function* () {
      const { q, ...request } = yield* Effect.fromResult(decodeList(input))
      const page = yield* Effect.fromResult(requestedPage(request))
      const { after } = request
      const found = pageOfInbox(yield* inbox.list(inboxCapacity, tenantId), { ...page, after }, q)
      if (found === undefined) return yield* unknownAfter("a captured mail")
      return pageEndingWith(found, page, viewOfMail, (last) => last.id)
    })

  /** Undefined if it can't leave. */
  const relayOf = (tenantId: string) =>
    Effect.map(stored(configs.find(tenantId)), (config): TenantRelay | undefined =>
      config === undefined
        ? platform
        : (envelope, source) =>
            openServer(config).pipe(
              Effect.flatMap((server) => servers.relay(server, envelope, source)),
              Effect.mapError(() => unreadable())
            )
    )

  const isSuppressed = (tenantId: string, address: string) =>
    Effect.map(
      Effect.flatMap(keysOf(tenantId, foldAddress(address)), (keys) =>
        stored(suppressions.find(tenantId, ...keys))
      ),
      (found) => found.some(({ topic }) => topic === null)
    )

  const release: CapturedMailsService["release"] = (tenant, id, input) =>
    Effect.gen(function* () {
      const { id: tenantId, paused } = tenant
      const { to } = yield* Effect.fromResult(decodeRelease(input))
      const refusal = recipientRefusal(tenant, [{ folded: foldAddress(to) }])
      if (refusal !== undefined) return yield* refusal
      const found = yield* inbox.find(id)
      if (found === undefined || found.mail.tenant_id !== tenantId) return yield* new NotFound()
      if (paused !== undefined) return yield* new SendingPaused({ reason: paused.reason })
      if (yield* isSuppressed(tenantId, to))
        return yield* ValidationFailed.at(
          "to",
          "must be an address that isn't suppressed; remove its suppression first"
        )
      const relay = yield* relayOf(tenantId)
      if (relay === undefined) return yield* new NoReleaseServer()
      const envelope = {
        from: wireAddress(parseMailbox(found.mail.sender)?.address ?? found.mail.sender),
        to: wireAddress(to)
      }
      const sent = Effect.gen(function* () {
        const problem = releaseProblem(yield* relay(envelope, found.source))
        if (problem !== undefined) return yield* problem
        const released = { to, at: yield* Clock.currentTimeMillis }
        return (yield* inbox.markReleased(id, released)) ?? { ...found.mail, released }
      })
      // What was sent is recorded, whoever hangs up meanwhile.
      return viewOfMail(yield* Effect.uninterruptible(sent))
    })

  return CapturedMails.of({
    list,
    release,
    remove: (tenantId, id) => doneOrNotFound(inbox.remove(tenantId, id)),
    clear: (tenantId) => Effect.as(inbox.clear(tenantId), success)
  })
})

export class CapturedMails extends Context.Service<CapturedMails, CapturedMailsService>()(
  "@telemark/core/CapturedMails"
) {
  static readonly layer = Layer.effect(this, make)
}
