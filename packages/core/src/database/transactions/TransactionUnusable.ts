import { Data } from "effect"

/** Why a send can't use a transaction. */
export type TransactionProblem =
  | "aborted"
  | "asynchronous"
  | "busy"
  | "no_tables"
  | "not_open"
  | "not_supported"
  | "other_database"
  | "other_dialect"
  | "pool"
  | "synchronous"
  | "unknown"
  | "unwrapped"

const messages: Readonly<Record<TransactionProblem, string>> = {
  aborted:
    "An earlier statement failed in this transaction, so Postgres accepts no more in it. Roll it back and begin another one.",
  asynchronous:
    "This transaction answers with promises: await emails.send(request, { transaction }) instead. What was prepared is for better-sqlite3.",
  busy: "Another send in this transaction is under way. Await it first.",
  no_tables:
    "Telemark's tables are not in the database of this transaction, or not in the schema that its connection uses. Use a connection to the database " +
    "that Telemark's storage names, as a user who may read and write its tables; if they are in a separate schema, name it in the storage's options.",
  not_open:
    "There is no open transaction on this connection, or it has ended. Begin one first (BEGIN), send in it, then commit it. " +
    "To send without a transaction, leave the option out.",
  not_supported:
    "This storage can't join transactions of the host application. Use sqlite() or postgres().",
  other_database:
    "This transaction is on another database than Telemark's storage, so no worker would find the mail. " +
    "Use a connection to the database that the storage names.",
  other_dialect:
    "This transaction is on another kind of database than Telemark's storage. Both must be on the same Postgres database or SQLite file.",
  pool: "A pool has no transaction: each of its queries may use another connection. Take a client from it with connect(), BEGIN on that client, and pass that client.",
  synchronous:
    "A transaction function of better-sqlite3 ends before a promise does: await emails.prepare(request) before it, and inside call send(drizzle(tx)) " +
    "of what that resolves with.",
  unknown:
    "Telemark doesn't know this kind of transaction. Pass a client of pg, a Database of better-sqlite3, a DatabaseSync of node:sqlite, or the result of drizzle(tx), kysely(trx) or prisma(tx) " +
    "of telemark/transactions.",
  unwrapped:
    'Wrap this transaction first: import { drizzle, kysely, prisma } from "telemark/transactions" and pass drizzle(tx), kysely(trx) or prisma(tx).'
}

/** The transaction can't be used for a send. Nothing was written, and it is unchanged. */
export class TransactionUnusable extends Data.TaggedError("TransactionUnusable")<{
  readonly reason: TransactionProblem
  readonly cause?: unknown
}> {
  readonly code = "transaction_unusable"

  override get message(): string {
    return messages[this.reason]
  }
}
