import { type CompilerBusy, fitsOctets, maxContent, maxSubjectLength, type StorageError, ValidationFailed } from "@telemark/contract"
import { Effect } from "effect"
import { refusal } from "./content.js"
import type { RenderShare } from "./renderShares.js"
import type { RenderedParts, TemplateEngine } from "./TemplateEngine.js"
import type { TemplateStore } from "./TemplateStore.js"

/** What a send says of its template. */
export interface TemplateUse {
  readonly template_id: string
  readonly data: Readonly<Record<string, unknown>>
  readonly locale: string | undefined
  /** What the rendering may take if it is one of several. */
  readonly share?: RenderShare | undefined
}

/** A mail's parts, the version that they were made from, and its declared variables that have no value. */
export type RenderedTemplate = RenderedParts & { readonly version: number; readonly lacking: ReadonlyArray<string> }

export type RenderTemplate = (
  tenantId: string,
  use: TemplateUse
) => Effect.Effect<RenderedTemplate, ValidationFailed | CompilerBusy | StorageError>

const notActive = () => ValidationFailed.at("template_id", "is not an active template")

/** Why a mail with these parts can't be sent. */
export const tooLarge = ({ html, subject, text }: RenderedParts): string | undefined => {
  if (subject.length > maxSubjectLength) return `makes a subject of more than ${String(maxSubjectLength)} characters`
  return [html, text ?? ""].every((part) => fitsOctets(part, maxContent)) ? undefined : "makes a mail of more than 1 MiB: use shorter lists or texts"
}

/**
 * Makes a mail of the version that is in force. Which one that is, is read each time: a save in another process
 * counts from the next send on. Its content is read once. `isInside`: whether the caller stands in a transaction of its own.
 */
export const makeRenderTemplate =
  (store: typeof TemplateStore.Service, engine: typeof TemplateEngine.Service, isInside: Effect.Effect<boolean>): RenderTemplate => (tenantId, use) =>
    Effect.gen(function*() {
      const key = { tenant_id: tenantId, id: use.template_id }
      const record = yield* store.find(key)
      if (record?.active !== true) return yield* notActive()
      const { updated_at, version } = record
      const load = Effect.flatMap(store.findVersion(key, version), (found) =>
        found === undefined ? Effect.die(new Error("a template's version in force is missing")) : Effect.succeed(found))
      // In a transaction of the host that is rolled back, a version may be made that is made anew later.
      const inTransaction = yield* isInside
      const request = { tenantId, inTransaction, key: JSON.stringify([tenantId, use.template_id, version, updated_at]), locale: use.locale, data: use.data, share: use.share }
      const outcome = yield* engine.render(request, load)
      if (outcome._tag === "Refused") return yield* refusal(outcome.problems)
      const problem = tooLarge(outcome.parts)
      return problem === undefined ? { ...outcome.parts, version, lacking: outcome.lacking } : yield* ValidationFailed.at("data", problem)
    })
