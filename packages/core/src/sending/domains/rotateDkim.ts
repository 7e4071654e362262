import { NotFound } from "@telemark/contract"
import { Clock, Effect, Random } from "effect"
import type { DomainRecord } from "./Domain.js"
import type { DomainKey, DomainStore } from "./DomainStore.js"
import type { KeyTurns } from "./keyTurns.js"
import { type KeyParts, newKeys } from "./newKeys.js"
import type { DomainsOptions } from "./options.js"
import { nextCheckAt } from "./schedule.js"
import { lackingKeys, withFreshKeys } from "./selectKeys.js"
import { rotatedOf } from "./views.js"

export const makeRotateDkim = (
  options: DomainsOptions,
  store: typeof DomainStore.Service,
  parts: KeyParts,
  inTurn: KeyTurns
) => {
  const find = (key: DomainKey) =>
    Effect.gen(function* () {
      const found = yield* store.find(key)
      return found === undefined
        ? yield* new NotFound()
        : { found, lacking: lackingKeys(found.keys, options.dkimEd25519 === true) }
    })

  const rotate = (key: DomainKey) =>
    Effect.gen(function* () {
      const { found, lacking } = yield* find(key)
      if (lacking.length === 0) return rotatedOf(found, options)
      const fresh = yield* newKeys(parts, key, lacking)
      const now = yield* Clock.currentTimeMillis
      const random = yield* Random.next
      const rotated = yield* store.update(key, (current: DomainRecord) => {
        const record = { ...current, keys: withFreshKeys(current.keys, fresh) }
        return { ...record, next_check_at: nextCheckAt(record, now, random) }
      })
      switch (rotated._tag) {
        case "Changed":
          return rotatedOf(rotated.domain, options)
        case "Missing":
          return yield* new NotFound()
        case "Taken":
          return yield* Effect.die(
            new Error("a key rotation met a domain that another tenant owns")
          )
      }
    })

  return (key: DomainKey) =>
    Effect.flatMap(find(key), ({ found, lacking }) =>
      // Only rotations that create keys wait for a turn.
      lacking.length === 0
        ? Effect.succeed(rotatedOf(found, options))
        : inTurn(key.tenant_id)(rotate(key))
    )
}
