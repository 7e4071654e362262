import {
  type CompilerBusy,
  fitsOctets,
  maxContent,
  maxSubjectLength,
  type StorageError,
  ValidationFailed
} from "@telemark/contract"
import { Effect } from "effect"
import { refusal } from "./content.js"
import type { RenderShare } from "./renderShares.js"
import type { RenderedParts, TemplateEngine } from "./TemplateEngine.js"
import type { TemplateStore } from "./TemplateStore.js"

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

const notActive = () => ValidationFailed.at("template_id", "is not an active template")

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
export const makeRenderTemplate =
  (
    store: typeof TemplateStore.Service,
    engine: typeof TemplateEngine.Service,
    isInside: Effect.Effect<boolean>
  ): RenderTemplate =>
  (tenantId, use) =>
    Effect.gen(function* () {
      const key = { tenant_id: tenantId, id: use.template_id }
      const record = yield* store.find(key)
      if (record?.active !== true) return yield* notActive()
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
