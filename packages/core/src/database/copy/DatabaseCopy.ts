import type { StorageError } from "@telemark/contract"
import { Data, Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { randomUUID } from "node:crypto"
import type { Database } from "../Database.js"
import { stored, toStorageError } from "../storageError.js"
import { tablesOfBoth } from "./copiedTables.js"
import { makeProgress, type TableProgress } from "./copyProgress.js"
import { type CopyState, findState, addState, removeState, type SourcePhase } from "./copyState.js"
import {
  abandonTarget,
  analyze,
  beginTarget,
  forgetTarget,
  ignoreReferences,
  usedTables
} from "./copyTarget.js"
import { makeMoveRows } from "./moveRows.js"
import { makeSourceTriggers } from "./sourceTriggers.js"
import type { ChunkSize } from "./tableRows.js"

/** The message says what to do. */
export class CopyRefused extends Data.TaggedError("CopyRefused")<{
  readonly code: string
  readonly message: string
}> {}

const orRefused = <A, R>(
  effect: Effect.Effect<A, CopyRefused | SqlError.SqlError | StorageError, R>
): Effect.Effect<A, CopyRefused | StorageError, R> =>
  Effect.mapError(effect, (error) => (error instanceof CopyRefused ? error : toStorageError(error)))

const refused = (code: string, message: string): CopyRefused => new CopyRefused({ code, message })

/** A database, and its name in messages, without its login. */
export interface CopySide {
  readonly database: typeof Database.Service
  readonly name: string
}

export interface CopyOptions {
  readonly source: CopySide
  readonly target: CopySide
  /** How much is moved at once. */
  readonly chunk?: ChunkSize
}

const isOver = (name: string): CopyRefused =>
  refused("moved", `This database was already moved to ${name}. Nothing is left to do.`)

const otherCopy = (peer: string): CopyRefused =>
  refused(
    "other_copy",
    `This database is already copied to ${peer}. Finish that copy, or give it up with \`telemark copy --abandon\`.`
  )

const notEmpty = (name: string, tables: ReadonlyArray<string>): CopyRefused =>
  refused(
    "not_empty",
    `${name} isn't empty: it has rows in ${tables.slice(0, 3).join(", ")}. Give a database without Telemark's tables, or with empty ones.`
  )

/** The id of the copy, which both databases know from now on. */
const agree = ({ source, target }: CopyOptions) =>
  Effect.gen(function* () {
    const [from, to] = [source.database, target.database]
    const known = yield* findState(from, "source")
    const held = yield* findState(to, "target")
    if (held !== undefined && known?.id === held.id) {
      if (known.phase === "moved") {
        yield* forgetTarget(to)
        return yield* isOver(target.name)
      }
      return held.phase === "abandoned" ? yield* notEmpty(target.name, ["copy_state"]) : known.id
    }
    if (known?.phase === "moved") return yield* isOver(known.peer)
    if (held !== undefined)
      return yield* refused(
        "other_copy",
        `${target.name} is a copy of ${held.peer}. Give an empty database.`
      )
    if (known !== undefined && (known.phase !== "preparing" || known.peer !== target.name))
      return yield* otherCopy(known.peer)
    const used = yield* usedTables(to)
    if (used.length > 0) return yield* notEmpty(target.name, used)
    const id = known?.id ?? randomUUID()
    if (known === undefined)
      yield* from.write(
        addState(from, "source", { id, peer: target.name, phase: "preparing", restore: "[]" })
      )
    if ((yield* findState(to, "source"))?.id === id) {
      yield* from.write(removeState(from, "source"))
      return yield* refused("same_database", "The two databases are the same one.")
    }
    yield* beginTarget(to, id, source.name)
    return id
  })

export interface TableReport extends TableProgress {
  readonly table: string
}

/** Begins a copy, or goes on with one that was interrupted wherever that was. */
export const openCopy = (options: CopyOptions) =>
  Effect.gen(function* () {
    const { chunk, source, target } = options
    const id = yield* agree(options)
    const triggers = yield* makeSourceTriggers(source.database)
    const tables = yield* tablesOfBoth(source.database, target.database)
    const state = yield* findState(source.database, "source")
    if (state?.phase === "preparing") yield* triggers.note(tables)
    yield* ignoreReferences(target.database)
    const held = yield* findState(target.database, "target")
    const progress = makeProgress(target.database, id, held?.turn ?? 0)
    const progressOf = yield* progress.read
    const rows = makeMoveRows({
      source: source.database,
      target: target.database,
      tables,
      progress,
      chunk
    })
    const applyChanges = Effect.repeat(rows.applyChanges, { while: (isMore) => isMore })
    return {
      ...options,
      id,
      tables,
      triggers,
      progress,
      held,
      phase: state?.phase ?? ("following" satisfies SourcePhase),
      countBehind: stored(rows.countBehind),
      applyChanges,
      /** Copies what isn't copied yet, and applies changes after each chunk. */
      copyTables: (report: (progress: TableReport) => Effect.Effect<void>) =>
        Effect.gen(function* () {
          for (const { name } of tables) {
            let reached: TableProgress = progressOf(name)
            if (reached.isDone) continue
            while (!reached.isDone) {
              reached = yield* rows.copyChunk(name, reached)
              yield* applyChanges
              yield* report({ table: name, ...reached })
            }
            yield* analyze(target.database, name)
          }
        }).pipe(stored)
    }
  }).pipe(orRefused)

export type Copy = Effect.Success<ReturnType<typeof openCopy>>

/** The copy that is made of a database; undefined if there is none. */
export const findCopy = (database: typeof Database.Service) => stored(findState(database, "source"))

/** What was given up. */
export interface AbandonedCopy {
  readonly phase: SourcePhase
  readonly peer: string
}

/**
 * Removes everything of a copy from the source, which is open again. The target stays closed, or is
 * closed if it is given and was in use.
 */
export const abandonCopy = (
  source: CopySide,
  target: CopySide | undefined
): Effect.Effect<AbandonedCopy, CopyRefused | StorageError> =>
  orRefused(
    Effect.gen(function* () {
      const known: CopyState<SourcePhase> | undefined = yield* findState(source.database, "source")
      if (known === undefined)
        return yield* refused("no_copy", `${source.name} isn't being copied.`)
      if (target !== undefined) {
        const held = yield* findState(target.database, "target")
        const isPeer =
          held === undefined
            ? known.phase === "moved" && known.peer === target.name
            : held.id === known.id
        if (!isPeer)
          return yield* refused(
            "other_copy",
            `${source.name} is copied to ${known.peer}, not to ${target.name}.`
          )
        yield* abandonTarget(target.database, known.id, source.name)
      }
      const triggers = yield* makeSourceTriggers(source.database)
      yield* triggers.remove
      return { phase: known.phase, peer: known.peer }
    })
  )
