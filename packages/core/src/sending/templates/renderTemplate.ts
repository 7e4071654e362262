import {
  type CompilerBusy,
  didYouMean,
  fitsOctets,
  maxContent,
  maxSubjectLength,
  orMeant,
  type StorageError,
  ValidationFailed
} from "@telemark/contract"
import { Effect } from "effect"
import type { RenderedParts, TemplateEngine } from "./TemplateEngine.js"
import type { TemplateStore } from "./TemplateStore.js"
import { refusal } from "./content.js"
import type { RenderBudget, RenderShare } from "./renderShares.js"

/** The template of a send, with its data. */
export interface TemplateUse {
  readonly template_id: string
  readonly data: Readonly<Record<string, unknown>>
  readonly locale: string | undefined
  readonly share?: RenderShare | undefined
}

/** A mail's parts, the version they were made from, and the declared variables without a value. */
export type RenderedTemplate = RenderedParts & {
  readonly version: number
  readonly lacking: ReadonlyArray<string>
}

export type RenderTemplate = (
  tenantId: string,
  use: TemplateUse
) => Effect.Effect<RenderedTemplate, ValidationFailed | CompilerBusy | StorageError>

/** The newest templates that a misspelt id is compared with. */
const maxCompared = 1000

/**
 * Says which of the tenant's own templates was probably meant. The entries of a batch read the list
 * once.
 */
const makeNotActive = (store: typeof TemplateStore.Service) => {
  const idsOf = (tenantId: string) =>
    Effect.map(store.list(tenantId), (records) =>
      records.filter(({ active }) => active).map(({ id }) => id)
    )
  const ofBatches = new WeakMap<RenderBudget, ReturnType<typeof idsOf>>()
  const idsFor = (tenantId: string, share: RenderShare | undefined) =>
    Effect.gen(function* () {
      if (share === undefined) return yield* idsOf(tenantId)
      const ids = ofBatches.get(share.budget) ?? (yield* Effect.cached(idsOf(tenantId)))
      ofBatches.set(share.budget, ids)
      return yield* ids
    })
  return (tenantId: string, { share, template_id }: TemplateUse) =>
    Effect.flatMap(idsFor(tenantId, share), (ids) =>
      ValidationFailed.at(
        "template_id",
        `is not an active template${orMeant(didYouMean(template_id, ids.slice(0, maxCompared)))}`
      )
    )
}

export const tooLarge = ({ html, subject, text }: RenderedParts): string | undefined => {
  if (subject.length > maxSubjectLength)
    return `makes a subject of more than ${String(maxSubjectLength)} characters`
  return [html, text ?? ""].every((part) => fitsOctets(part, maxContent))
    ? undefined
    : "makes a mail of more than 1 MiB: use shorter lists or texts"
}

/**
 * Renders the current version. Its number is read each time, so that a save in another process
 * applies from the next send on; its content is cached. `isInside`: whether the caller is inside
 * its own transaction.
 */
export const makeRenderTemplate = (
  store: typeof TemplateStore.Service,
  engine: typeof TemplateEngine.Service,
  isInside: Effect.Effect<boolean>
): RenderTemplate => {
  const notActive = makeNotActive(store)
  return (tenantId, use) =>
    Effect.gen(function* () {
      const key = { tenant_id: tenantId, id: use.template_id }
      const record = yield* store.find(key)
      if (record?.active !== true) return yield* notActive(tenantId, use)
      const { updated_at, version } = record
      const load = Effect.flatMap(store.findVersion(key, version), (found) =>
        found === undefined
          ? Effect.die(new Error("the current version of a template is missing"))
          : Effect.succeed(found)
      )
      // `updated_at` is in the key because a host's rollback can undo a version whose number is
      // used again later.
      const inTransaction = yield* isInside
      const request = {
        tenantId,
        inTransaction,
        key: JSON.stringify([tenantId, use.template_id, version, updated_at]),
        locale: use.locale,
        data: use.data,
        share: use.share
      }
      const outcome = yield* engine.render(request, load)
      if (outcome._tag === "Refused") return yield* refusal(outcome.problems)
      const problem = tooLarge(outcome.parts)
      return problem === undefined
        ? { ...outcome.parts, version, lacking: outcome.lacking }
        : yield* ValidationFailed.at("data", problem)
    })
}
