import {
  Address, AddSuppression, asRepeat, decode, foldAddress, NotFound, PageRequest, requestedPage, type StorageError, type Success, success,
  type Suppressed, type Suppression, type SuppressionCheck, type SuppressionList, timestamp, type ValidationFailed
} from "@telemark/contract"
import { Clock, Context, Effect, Layer } from "effect"
import { type SuppressionRecord } from "./Suppression.js"
import { SuppressionStore } from "./SuppressionStore.js"

export interface SuppressionsService {
  /** Suppresses an address. If it already was, its first entry stays and the result is a repeat (`asRepeat`). */
  readonly add: (
    tenantId: string,
    input: AddSuppression
  ) => Effect.Effect<Suppressed, ValidationFailed | StorageError>
  readonly list: (
    tenantId: string,
    request?: PageRequest
  ) => Effect.Effect<SuppressionList, ValidationFailed | StorageError>
  /** Whether an address is suppressed in any spelling. */
  readonly check: (tenantId: string, address: string) => Effect.Effect<SuppressionCheck, ValidationFailed | StorageError>
  readonly remove: (tenantId: string, address: string) => Effect.Effect<Success, NotFound | ValidationFailed | StorageError>
}

const decodeAdd = decode(AddSuppression)
const decodePage = decode(PageRequest)
const decodeAddress = decode(Address, ["email"])

const view = ({ added_at, email_address, reason }: SuppressionRecord): Suppression => ({
  email_address, reason, added_at: timestamp(added_at)
})

const make: Effect.Effect<SuppressionsService, never, SuppressionStore> = Effect.map(SuppressionStore, (store) => ({
  add: (tenantId, input) =>
    Effect.gen(function*() {
      const { email_address, reason = "manual" } = yield* decodeAdd(input)
      const added_at = yield* Clock.currentTimeMillis
      const folded = foldAddress(email_address)
      const answer: Suppressed = { status: "suppressed" }
      return (yield* store.insert({ tenant_id: tenantId, folded, email_address, reason, added_at })) ? answer : asRepeat(answer)
    }),

  list: (tenantId, input = {}) =>
    Effect.gen(function*() {
      const page = requestedPage(yield* decodePage(input))
      return { data: (yield* store.list(tenantId, page)).map(view), ...page }
    }),

  check: (tenantId, address) =>
    Effect.gen(function*() {
      const found = yield* store.find(tenantId, foldAddress(yield* decodeAddress(address)))
      return found === undefined
        ? { suppressed: false, reason: "", since: "" }
        : { suppressed: true, reason: found.reason, since: timestamp(found.added_at) }
    }),

  remove: (tenantId, address) =>
    Effect.gen(function*() {
      if (!(yield* store.remove(tenantId, foldAddress(yield* decodeAddress(address))))) return yield* new NotFound()
      return success
    })
}))

/** Suppressions: addresses that a tenant must not mail. */
export class Suppressions extends Context.Tag("@telemark/core/Suppressions")<Suppressions, SuppressionsService>() {
  static readonly layer = Layer.effect(this, make)
}
