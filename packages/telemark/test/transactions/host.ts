import type { HostTransaction, Storage } from "telemark"

/**
 * A host application with a table of orders, and one way of its own to the database that Telemark's
 * storage is in.
 */
export interface Host {
  readonly storage: Storage
  /** Runs the work in a transaction: rolled back if it throws, committed otherwise. */
  readonly transaction: <A>(work: (inside: Inside) => Promise<A>) => Promise<A>
  /** The orders that are committed. */
  readonly orders: () => Promise<ReadonlyArray<number>>
}

/** What a host does in its transaction. */
export interface Inside {
  /** What it gives to a send. */
  readonly transaction: HostTransaction
  readonly order: (id: number) => PromiseLike<unknown>
  /** Runs work in a savepoint: rolled back to it if it throws, and that is the end of it. */
  readonly savepoint: (work: () => Promise<unknown>) => Promise<void>
}

/** The table of orders. */
export const makeOrders = "CREATE TABLE orders (id INTEGER PRIMARY KEY)"

/** Thrown by hosts that roll back. */
export class ChangedMind extends Error {
  override readonly name = "ChangedMind"
}

/** Work that ends as a rolled back one must. */
export const rolledBack = async (transaction: Promise<unknown>): Promise<void> => {
  try {
    await transaction
  } catch (error) {
    if (error instanceof ChangedMind) return
    throw error
  }
  throw new Error("It was committed")
}

/** A savepoint by hand. */
export const savepointBy =
  (say: (statement: string) => PromiseLike<unknown>): Inside["savepoint"] =>
  async (work) => {
    await say("SAVEPOINT host")
    try {
      await work()
    } catch {
      await say("ROLLBACK TO SAVEPOINT host")
    }
    await say("RELEASE SAVEPOINT host")
  }
