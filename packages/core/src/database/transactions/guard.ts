import { Effect } from "effect"
import type { Connection } from "effect/sql/SqlConnection"
import type { SqlError } from "effect/sql/SqlError"
import type { Dialect } from "../dialect/Dialect.js"
import type { Guard } from "../savepoint.js"
import { codesOf } from "../storageError.js"
import { ended } from "./Transactions.js"

/**
 * On Postgres, the parameter that names the send under way in a transaction. It ends with the
 * transaction, so a connection can tell whether it is still in the same one. To roll back to a
 * missing savepoint, or to release it, would be an error, and abort whatever transaction is open.
 */
const parameter = "'telemark.send'"

const current = `COALESCE(current_setting(${parameter}, true), '')`

/**
 * For a SELECT: sets the mark `$1` and returns it; null if another send is under way in the
 * transaction.
 */
export const takeMark = `CASE WHEN ${current} = '' THEN set_config(${parameter}, $1, true) END`

const hasMark = `SELECT ${current} = $1 AS same`

const dropMark = `SELECT CASE WHEN ${current} = $1 THEN set_config(${parameter}, '', true) END = '' AS same`

/** SQLSTATEs: there is no transaction; no such savepoint. */
const isMissing = (error: SqlError): boolean =>
  codesOf(error).some((code) => code === "25P01" || code === "3B001")

/** Tells a send's savepoint apart from what the host begins after it on the same connection. */
export interface SendGuard {
  readonly guard: Guard
  readonly connection: Connection
}

const changes = (statement: string): boolean =>
  !/^\s*(?:SELECT|SAVEPOINT|RELEASE|ROLLBACK)\b/i.test(statement)

/**
 * The connection, with `confirm` before each statement that changes something. The driver's state
 * of the transaction may be out of date, and a second statement after the transaction's end might
 * be in the next one: all of them together would be a whole message.
 */
const confirming = (connection: Connection, confirm: Effect.Effect<void, SqlError>): Connection => {
  const after = <A>(statement: string, run: Effect.Effect<A, SqlError>) =>
    changes(statement) ? Effect.andThen(confirm, run) : run
  return {
    ...connection,
    execute: (text, params, transformRows) =>
      after(text, connection.execute(text, params, transformRows)),
    executeRaw: (text, params) => after(text, connection.executeRaw(text, params)),
    executeValues: (text, params) => after(text, connection.executeValues(text, params)),
    executeUnprepared: (text, params, transformRows) =>
      after(text, connection.executeUnprepared(text, params, transformRows))
  }
}

/** On Postgres, by the mark. */
const byMark = (own: Connection, mark: string): SendGuard => {
  const say = (statement: string) => Effect.asVoid(own.executeRaw(statement, []))
  const ask = (statement: string) =>
    Effect.map(
      own.execute(statement, [mark], undefined),
      ([row]: ReadonlyArray<{ readonly same: boolean | null }>) => row?.same === true
    )
  const require = (statement: string) =>
    Effect.flatMap(ask(statement), (isSame) => (isSame ? Effect.void : ended))
  const confirm = require(hasMark)
  const release = (name: string) =>
    Effect.catchIf(say(`RELEASE SAVEPOINT ${name}`), isMissing, () => ended)
  const undo = (name: string) =>
    Effect.flatMap(
      // An aborted transaction can't be asked. To assume that it is ours does no harm there.
      Effect.orElseSucceed(ask(hasMark), () => true),
      (isSame) =>
        isSame
          ? Effect.andThen(say(`ROLLBACK TO SAVEPOINT ${name}`), say(`RELEASE SAVEPOINT ${name}`))
          : ended
    )
  // Each write is confirmed by itself.
  const within: Guard = {
    begin: (name) => Effect.andThen(confirm, say(`SAVEPOINT ${name}`)),
    confirm: () => Effect.void,
    release: (name) => Effect.andThen(confirm, release(name)),
    undo,
    within: () => within
  }
  const guard: Guard = {
    ...within,
    begin: (name) => say(`SAVEPOINT ${name}`),
    release: (name) => Effect.andThen(require(dropMark), release(name))
  }
  return { guard, connection: confirming(own, confirm) }
}

/**
 * On SQLite a missing savepoint is an error that changes nothing, so savepoints are the mark
 * themselves. One inside the send's own is released and made again: what was written can still be
 * undone. `isLost` is called if the send's own is gone.
 */
const bySavepoint = (connection: Connection, isLost: () => void): SendGuard => {
  const say = (statement: string) =>
    Effect.catch(Effect.asVoid(connection.executeRaw(statement, [])), () => ended)
  const again = (name: string) =>
    Effect.andThen(say(`RELEASE SAVEPOINT ${name}_mark`), say(`SAVEPOINT ${name}_mark`))
  const guardWith = (begin: Guard["begin"], lost: () => void): Guard => ({
    begin: (name) => Effect.andThen(begin(name), say(`SAVEPOINT ${name}_mark`)),
    confirm: again,
    release: (name) => say(`RELEASE SAVEPOINT ${name}`),
    undo: (name) =>
      Effect.andThen(
        Effect.tapError(say(`ROLLBACK TO SAVEPOINT ${name}`), () => Effect.sync(lost)),
        say(`RELEASE SAVEPOINT ${name}`)
      ),
    within: (outer) =>
      guardWith(
        (name) => Effect.andThen(again(outer), say(`SAVEPOINT ${name}`)),
        () => undefined
      )
  })
  // A SAVEPOINT that fails says why.
  return {
    guard: guardWith(
      (name) => Effect.asVoid(connection.executeRaw(`SAVEPOINT ${name}`, [])),
      isLost
    ),
    connection
  }
}

export const guardOf = (
  own: Connection,
  dialect: Dialect["name"],
  mark: string,
  isLost: () => void
): SendGuard => (dialect === "postgres" ? byMark(own, mark) : bySavepoint(own, isLost))
