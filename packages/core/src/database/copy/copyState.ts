import { StorageError, timestamp } from "@telemark/contract"
import { Clock, Context, Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import type { Database } from "../Database.js"
import type { CopyTable, TableNames } from "../names.js"

type Opened = typeof Database.Service

/**
 * Of the database that is copied. `preparing`: some changes aren't noted yet. `closing`: nobody may
 * write. `moved`: likewise, and the other one is in use.
 */
export type SourcePhase = "preparing" | "following" | "closing" | "moved"

/** Of the database that is made. Until it is `opened`, no process starts on it. */
export type TargetPhase = "copying" | "opened" | "abandoned"

/** What a database knows of a copy that it takes part in. */
export interface CopyState<Phase> {
  /** The same in both databases. */
  readonly id: string
  readonly phase: Phase
  /** The other database, for messages. */
  readonly peer: string
  readonly changed_at: number
  /** Goes up with each transaction of the copy: one that doesn't know the newest is overtaken. */
  readonly turn: number
  /** Statements, as JSON, that make again what the copy took from the target. */
  readonly restore: string
}

interface Phases {
  readonly source: SourcePhase
  readonly target: TargetPhase
}

/** Whether the database is opened to copy it, in whatever phase it is. */
export const OpensCopies = Context.Reference("@telemark/core/OpensCopies", {
  defaultValue: () => false
})

export const nameOfCopyTable = (names: TableNames, table: CopyTable): string =>
  names.sequence(table)

export const hasTable = ({ dialect, sql }: Opened, table: CopyTable) =>
  Effect.map(sql.unsafe(dialect.findTable(table)), (found) => found.length > 0)

export const findState = <Role extends keyof Phases>(database: Opened, role: Role) =>
  Effect.gen(function* () {
    if (!(yield* hasTable(database, "copy_state"))) return undefined
    const { names, sql } = database
    const [state] = yield* sql<
      CopyState<Phases[Role]>
    >`SELECT id, phase, peer, changed_at, turn, restore
      FROM ${sql.literal(nameOfCopyTable(names, "copy_state"))} WHERE role = ${role}`
    return state
  })

const makeStateTable = ({ dialect: { columnTypes }, names, sql }: Opened) =>
  sql.unsafe(
    `CREATE TABLE IF NOT EXISTS ${nameOfCopyTable(names, "copy_state")} (role ${columnTypes.text} PRIMARY KEY NOT NULL, ` +
      `id ${columnTypes.text} NOT NULL, phase ${columnTypes.text} NOT NULL, peer ${columnTypes.text} NOT NULL, ` +
      `changed_at ${columnTypes.integer} NOT NULL, turn ${columnTypes.integer} NOT NULL, restore ${columnTypes.text} NOT NULL)`
  )

/**
 * Inside a transaction. It fails if the database takes part in a copy in this role, as when another
 * process has begun one in the same moment.
 */
export const addState = <Role extends keyof Phases>(
  database: Opened,
  role: Role,
  state: Omit<CopyState<Phases[Role]>, "changed_at" | "turn">
) =>
  Effect.gen(function* () {
    const { names, sql } = database
    const table = sql.literal(nameOfCopyTable(names, "copy_state"))
    const changed_at = yield* Clock.currentTimeMillis
    yield* makeStateTable(database)
    yield* sql`INSERT INTO ${table} ${sql.insert({ ...state, role, changed_at, turn: 0 })}`
  })

/** Inside a transaction. */
export const setPhase = <Role extends keyof Phases>(
  { names, sql }: Opened,
  role: Role,
  phase: Phases[Role]
) =>
  Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    yield* sql`UPDATE ${sql.literal(nameOfCopyTable(names, "copy_state"))} SET phase = ${phase}, changed_at = ${now} WHERE role = ${role}`
  })

/** Forgets the copy, and its table if the database takes part in no other. Inside a transaction. */
export const removeState = (database: Opened, role: keyof Phases) =>
  Effect.gen(function* () {
    const { names, sql } = database
    if (!(yield* hasTable(database, "copy_state"))) return
    const table = sql.literal(nameOfCopyTable(names, "copy_state"))
    yield* sql`DELETE FROM ${table} WHERE role = ${role}`
    const left = yield* sql`SELECT role FROM ${table}`
    if (left.length === 0) yield* sql`DROP TABLE ${table}`
  })

const refuse = (message: string): StorageError =>
  new StorageError({ reason: "fault", cause: new Error(message) })

export const closedMessage = (peer: string): string =>
  `This database is closed: \`telemark copy\` moves it to ${peer}`

const whyClosed = (state: CopyState<SourcePhase>): string | undefined => {
  switch (state.phase) {
    case "moved":
      return `This database was moved to ${state.peer} at ${timestamp(state.changed_at)}: name that one. \`telemark copy --abandon\` opens this one again: docs/move.md.`
    case "closing":
      return `${closedMessage(state.peer)}. Run \`telemark copy --switch\` again to finish that, or \`telemark copy --abandon\` to open this one again: docs/move.md.`
    case "preparing":
    case "following":
      return undefined
  }
}

const whyUnfinished = (state: CopyState<TargetPhase>): string | undefined => {
  switch (state.phase) {
    case "copying":
      return `This database is an unfinished copy of ${state.peer}: \`telemark copy --switch\` finishes it. To abandon it, run \`telemark copy --abandon\` and remove this database: docs/move.md.`
    case "abandoned":
      return `This database is an abandoned copy of ${state.peer}, which is in use: remove it, and name that one.`
    case "opened":
      return undefined
  }
}

/** Fails if the database was moved, is being closed for that, or is an unfinished copy. */
export const refuseCopies = (
  database: Opened
): Effect.Effect<void, StorageError | SqlError.SqlError> =>
  Effect.gen(function* () {
    if ((yield* OpensCopies) || !(yield* hasTable(database, "copy_state"))) return
    const source = yield* findState(database, "source")
    const target = yield* findState(database, "target")
    const problem =
      (source === undefined ? undefined : whyClosed(source)) ??
      (target === undefined ? undefined : whyUnfinished(target))
    if (problem !== undefined) return yield* refuse(problem)
  })
