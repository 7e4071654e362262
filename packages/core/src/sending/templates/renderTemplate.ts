import {
  type CompilerBusy,
  didYouMean,
  fitsOctets,
  maxContent,
  maxSubjectLength,
  mayBeTemplate,
  orMeant,
  type StorageError,
  ValidationFailed
} from "@telemark/contract"
import { Effect } from "effect"
import { batchedReads } from "../../database/batched.js"
import { stored } from "../../database/storageError.js"
import { wakeable } from "../../kernel/signals.js"
import type { TemplateKey } from "./Template.js"
import {
  type RenderBudget,
  type RenderedParts,
  type RenderShare,
  TemplateEngine
} from "./TemplateEngine.js"
import { refusal } from "./templateContent.js"
import { templateQueries } from "./templateTable.js"

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
const makeNotActive = Effect.map(templateQueries, ({ list }) => {
  const idsOf = (tenantId: string) =>
    Effect.map(stored(list(tenantId)), (records) =>
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
})

export const tooLarge = ({ html, subject, text }: RenderedParts): string | undefined => {
  if (subject.length > maxSubjectLength)
    return `makes a subject of more than ${String(maxSubjectLength)} characters`
  return [html, text ?? ""].every((part) => fitsOctets(part, maxContent))
    ? undefined
    : "makes a mail of more than 1 MiB: use shorter lists or texts"
}

const nameOf = ({ id, tenant_id }: TemplateKey): string => `${tenant_id} ${id}`

/**
 * Finds a template, for many callers together. Every send with a template calls it: of 64 at once,
 * each took 56 to 95 µs on Postgres instead of 106 to 186, and 46 to 52 on SQLite instead of 60 to
 * 82; a single one takes 50 to 150 longer.
 */
const makeFind = Effect.flatMap(templateQueries, ({ findAll }) =>
  batchedReads((wanted: ReadonlyArray<TemplateKey>) => {
    const distinct = new Map(wanted.map((key) => [nameOf(key), key]))
    return Effect.map(findAll([...distinct.values()]), (records) => {
      const found = new Map(records.map((record) => [nameOf(record), record]))
      return wanted.map((key) => found.get(nameOf(key)))
    })
  })
)

/**
 * Renders the current version. Its number is read each time, so that a save in another process
 * applies from the next send on; its content is cached. `isInside`: whether the caller is inside
 * its own transaction.
 */
export const makeRenderTemplate = (isInside: Effect.Effect<boolean>) =>
  Effect.gen(function* () {
    const engine = yield* TemplateEngine
    const { findVersion } = yield* templateQueries
    const find = yield* makeFind
    const notActive = yield* makeNotActive
    const render: RenderTemplate = (tenantId, use) =>
      Effect.gen(function* () {
        const key = { tenant_id: tenantId, id: use.template_id }
        const record = mayBeTemplate(key.id) ? yield* find(key) : undefined
        if (record?.active !== true) return yield* notActive(tenantId, use)
        const { updated_at, version } = record
        // Suspended, since building the statement costs more than most sends need of it.
        const load = Effect.flatMap(
          Effect.suspend(() => stored(findVersion(key, version))),
          (found) =>
            found === undefined
              ? Effect.die(new Error("the current version of a template is missing"))
              : Effect.succeed(found)
        )
        // `updated_at` is in the key because a host's rollback can undo a version whose number is
        // used again later.
        const request = {
          tenantId,
          inTransaction: yield* isInside,
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
    return render
  })

/** The shares of a list of renderings. */
export interface RenderShares {
  readonly of: (index: number) => RenderShare
  /** Marks an entry as finished, whether it rendered or not. */
  readonly finish: (index: number) => Effect.Effect<void>
}

/**
 * Makes shares of one budget for `count` entries, in order. Every entry must finish, or later ones
 * wait forever.
 */
export const makeRenderShares = (count: number, budgets: number): RenderShares => {
  const budget: RenderBudget = { left: budgets }
  const isFinished = Array<boolean>(count).fill(false)
  const waiting = new Map<number, () => void>()
  let next = 0

  return {
    of: (index) => ({
      budget,
      turn: Effect.suspend(() => {
        if (next >= index) return Effect.void
        return wakeable<void>((resume) => {
          waiting.set(index, () => resume(Effect.void))
          return Effect.sync(() => waiting.delete(index))
        })
      })
    }),
    finish: (index) =>
      Effect.sync(() => {
        isFinished[index] = true
        while (isFinished[next] === true) next++
        waiting.get(next)?.()
        waiting.delete(next)
      })
  }
}
