import {
  decode,
  ErasePerson,
  ExportPerson,
  foldAddress,
  type StorageError,
  type ValidationFailed
} from "@telemark/contract"
import { Context, Effect, Layer } from "effect"
import { Database } from "../../database/Database.js"
import type { OperationsFor } from "../../operations/OperationsFor.js"
import { erasedDomain, erasedOf } from "./erased.js"
import { makeErasePerson } from "./erasePerson.js"
import { makeEraseTexts } from "./eraseTexts.js"
import { makeExportPerson } from "./exportPerson.js"
import { makePseudonyms } from "./pseudonyms.js"

interface PeopleService extends OperationsFor<string, "people"> {
  /**
   * Of texts that belong to no tenant, such as unmatched feedback: for the operator, when a person
   * is erased in all tenants. Returns how many.
   */
  readonly eraseShared: (
    input: ErasePerson
  ) => Effect.Effect<number, ValidationFailed | StorageError>
}

const decodeExport = decode(ExportPerson)
const decodeErase = decode(ErasePerson)

const make = Effect.gen(function* () {
  const exportPerson = yield* makeExportPerson
  const erasePerson = yield* makeErasePerson
  const eraseTexts = yield* makeEraseTexts
  const pseudonyms = yield* makePseudonyms
  const { change } = yield* Database
  return People.of({
    eraseShared: (input) =>
      Effect.flatMap(Effect.fromResult(decodeErase(input)), ({ email_address }) =>
        eraseTexts(null, erasedOf(email_address, `erased@${erasedDomain}`))
      ),
    export: (tenantId, input) =>
      Effect.flatMap(Effect.fromResult(decodeExport(input)), (request) =>
        exportPerson(tenantId, request)
      ),
    erase: (tenantId, input) =>
      Effect.gen(function* () {
        const { email_address } = yield* Effect.fromResult(decodeErase(input))
        // The audit log has it before anything is gone: what follows takes many transactions.
        yield* change(Effect.void)
        const pseudonym = yield* pseudonyms.make(tenantId, foldAddress(email_address))
        return yield* erasePerson(tenantId, email_address, pseudonym)
      })
  })
})

/** What a tenant keeps about those it mails: given to them, and erased when they ask for it. */
export class People extends Context.Service<People, PeopleService>()("@telemark/core/People") {
  static readonly layer = Layer.effect(this, make)
}
