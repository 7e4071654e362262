import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { codesOf, type Guard } from "../Database/index.js"
import type { Dialect } from "../Dialect/index.js"
import { ended } from "./ended.js"

/**
 * On Postgres, the parameter that says which send is under way in a transaction. It ends with that, so that a connection tells whether it
 * is still in the same one. To undo or release a savepoint that isn't there would be an error, and the end of whatever transaction it is.
 */
const parameter = "'telemark.send'"

const current = `COALESCE(current_setting(${parameter}, true), '')`

/** For a SELECT: sets the mark `$1` and answers it; null where another send is under way in the transaction. */
export const takeMark = `CASE WHEN ${current} = '' THEN set_config(${parameter}, $1, true) END`

const hasMark = `SELECT ${current} = $1 AS same`

const dropMark = `SELECT CASE WHEN ${current} = $1 THEN set_config(${parameter}, '', true) END = '' AS same`

/** SQLSTATEs: there is no transaction, no such savepoint. */
const isMissing = (error: SqlError): boolean => codesOf(error).some((code) => code === "25P01" || code === "3B001")

/** How a send's savepoint is told from what the host begins after it on the same connection. */
export interface SendGuard {
  readonly guard: Guard
  /** The connection for what is done within the savepoint. */
  readonly connection: Connection
}

const changes = (statement: string): boolean => !/^\s*(?:SELECT|SAVEPOINT|RELEASE|ROLLBACK)\b/i.test(statement)

/**
 * The connection, with `confirm` before each statement that changes something: what the driver knows of the transaction may be out of
 * date, a second statement behind its end might be in the next one, and all of them a whole mail.
 */
const confirming = (connection: Connection, confirm: Effect.Effect<void, SqlError>): Connection => {
  const after = <A>(statement: string, run: Effect.Effect<A, SqlError>) => (changes(statement) ? Effect.zipRight(confirm, run) : run)
  return {
    ...connection,
    execute: (text, params, transformRows) => after(text, connection.execute(text, params, transformRows)),
    executeRaw: (text, params) => after(text, connection.executeRaw(text, params)),
    executeValues: (text, params) => after(text, connection.executeValues(text, params)),
    executeUnprepared: (text, params, transformRows) => after(text, connection.executeUnprepared(text, params, transformRows))
  }
}

/** By the mark, on Postgres. */
const byMark = (own: Connection, mark: string): SendGuard => {
  const say = (statement: string) => Effect.asVoid(own.executeRaw(statement, []))
  const ask = (statement: string) =>
    Effect.map(own.execute(statement, [mark], undefined), ([row]: ReadonlyArray<{ readonly same: boolean | null }>) => row?.same === true)
  const require = (statement: string) => Effect.flatMap(ask(statement), (isSame) => isSame ? Effect.void : ended)
  const confirm = require(hasMark)
  const release = (name: string) => Effect.catchIf(say(`RELEASE SAVEPOINT ${name}`), isMissing, () => ended)
  const undo = (name: string) =>
    Effect.flatMap(
      // In a transaction that takes no more statements it can't be asked; there, what isn't ours does no harm.
      Effect.orElseSucceed(ask(hasMark), () => true),
      (isSame) => isSame ? Effect.zipRight(say(`ROLLBACK TO SAVEPOINT ${name}`), say(`RELEASE SAVEPOINT ${name}`)) : ended
    )
  // Each write is confirmed by itself.
  const within: Guard = {
    begin: (name) => Effect.zipRight(confirm, say(`SAVEPOINT ${name}`)),
    confirm: () => Effect.void,
    release: (name) => Effect.zipRight(confirm, release(name)),
    undo,
    within: () => within
  }
  const guard: Guard = {
    ...within,
    begin: (name) => say(`SAVEPOINT ${name}`),
    release: (name) => Effect.zipRight(require(dropMark), release(name))
  }
  return { guard, connection: confirming(own, confirm) }
}

/**
 * On SQLite a savepoint that isn't there is an error that changes nothing, so savepoints are the mark themselves: one within the send's
 * own is released and made again, as that leaves what was written to be undone. `isLost` is called where the send's own is gone.
 */
const bySavepoint = (connection: Connection, isLost: () => void): SendGuard => {
  const say = (statement: string) => Effect.catchAll(Effect.asVoid(connection.executeRaw(statement, [])), () => ended)
  const again = (name: string) => Effect.zipRight(say(`RELEASE SAVEPOINT ${name}_mark`), say(`SAVEPOINT ${name}_mark`))
  const guardWith = (begin: Guard["begin"], lost: () => void): Guard => ({
    begin: (name) => Effect.zipRight(begin(name), say(`SAVEPOINT ${name}_mark`)),
    confirm: again,
    release: (name) => say(`RELEASE SAVEPOINT ${name}`),
    undo: (name) =>
      Effect.zipRight(Effect.tapError(say(`ROLLBACK TO SAVEPOINT ${name}`), () => Effect.sync(lost)), say(`RELEASE SAVEPOINT ${name}`)),
    within: (outer) => guardWith((name) => Effect.zipRight(again(outer), say(`SAVEPOINT ${name}`)), () => undefined)
  })
  // A SAVEPOINT that fails says why.
  return { guard: guardWith((name) => Effect.asVoid(connection.executeRaw(`SAVEPOINT ${name}`, [])), isLost), connection }
}

/** Which of them a database needs. */
export const guardOf = (own: Connection, dialect: Dialect["name"], mark: string, isLost: () => void): SendGuard =>
  dialect === "postgres" ? byMark(own, mark) : bySavepoint(own, isLost)
