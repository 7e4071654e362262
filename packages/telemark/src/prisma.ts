import { TransactionUnusable } from "@telemark/core"
import { rowsFrom, wrapped, type WrappedTransaction } from "./transaction.js"

/** The `tx` of Prisma's `prisma.$transaction(async (tx) => …)`. */
export interface PrismaTransaction {
  readonly $queryRawUnsafe: (query: string, ...values: Array<unknown>) => PromiseLike<unknown>
  readonly $executeRawUnsafe: (query: string, ...values: Array<unknown>) => PromiseLike<unknown>
}

/** Follows a path of members; undefined if one is missing. */
const memberOf = (value: unknown, ...names: ReadonlyArray<string>): unknown =>
  names.reduce(
    (found, name) =>
      typeof found === "object" && found !== null ? Reflect.get(found, name) : undefined,
    value
  )

/**
 * The database's error code. Prisma's own code says only that a raw query failed; where the
 * database's is depends on the engine.
 */
const codeOf = (error: unknown): unknown =>
  memberOf(error, "meta", "driverAdapterError", "cause", "originalCode") ??
  memberOf(error, "meta", "code") ??
  memberOf(error, "code")

const withCode = async <A>(answer: PromiseLike<A>): Promise<A> => {
  try {
    return await answer
  } catch (cause) {
    throw Object.assign(new Error("Prisma could not run a statement", { cause }), {
      code: codeOf(cause)
    })
  }
}

/** The id that all handles of a transaction share, nested ones included; else the handle itself. */
const connectionOf = (tx: PrismaTransaction): object | string => {
  const id = memberOf(
    Reflect.get(tx, Symbol.for("prisma.client.transaction.scope_context")),
    "txId"
  )
  return typeof id === "string" ? `prisma ${id}` : tx
}

/**
 * Wraps a transaction of Prisma on Postgres or SQLite. Throws `TransactionUnusable` if it isn't a
 * transaction.
 */
export const prisma = (tx: PrismaTransaction): WrappedTransaction => {
  // Transaction handles lack `$connect`.
  if (memberOf(tx, "$connect") !== undefined) throw new TransactionUnusable({ reason: "not_open" })
  return wrapped({
    dialect: undefined,
    connection: connectionOf(tx),
    isSynchronous: false,
    isOpen: () => undefined,
    refusesOnceEnded: true,
    execute: async (statement, parameters, answersRows) => {
      if (answersRows) return rowsFrom(await withCode(tx.$queryRawUnsafe(statement, ...parameters)))
      await withCode(tx.$executeRawUnsafe(statement, ...parameters))
      return []
    }
  })
}
