import { TransactionUnusable } from "@telemark/core"
import { memberOf, rowsFrom, wrapped, type WrappedTransaction } from "./transaction.js"

/** `tx` of `prisma.$transaction(async (tx) => …)`. */
export interface PrismaTransaction {
  readonly $queryRawUnsafe: (query: string, ...values: Array<unknown>) => PromiseLike<unknown>
  readonly $executeRawUnsafe: (query: string, ...values: Array<unknown>) => PromiseLike<unknown>
}

/**
 * Prisma's own code says only that a raw query failed; where the database's is depends on the
 * engine.
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

/** All handles of a transaction share an id, nested ones included. */
const connectionOf = (tx: PrismaTransaction): object | string => {
  const id = memberOf(
    Reflect.get(tx, Symbol.for("prisma.client.transaction.scope_context")),
    "txId"
  )
  return typeof id === "string" ? `prisma ${id}` : tx
}

/**
 * Wraps a transaction of Prisma on Postgres or SQLite; throws `TransactionUnusable` if it is none.
 */
export const prisma = (tx: PrismaTransaction): WrappedTransaction => {
  // Transaction handles lack `$connect`.
  if (memberOf(tx, "$connect") !== undefined) throw new TransactionUnusable({ reason: "not_open" })
  return wrapped({
    connection: connectionOf(tx),
    refusesOnceEnded: true,
    execute: async (statement, parameters, answersRows) => {
      if (answersRows) return rowsFrom(await withCode(tx.$queryRawUnsafe(statement, ...parameters)))
      await withCode(tx.$executeRawUnsafe(statement, ...parameters))
      return []
    }
  })
}
