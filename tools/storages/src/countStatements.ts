import { purposeOf, writes } from "./purposeOf.js"

/** An open file, as better-sqlite3 has it. */
interface File {
  readonly name: string
}

interface Statement {
  readonly source: string
  readonly database: File
}

/** The class of better-sqlite3. */
type Driver = new (filename: string) => {
  readonly prepare: (statement: string) => object
  readonly close: () => unknown
}

/** How much of the database's work one purpose took. */
export interface Count {
  /** Without those that begin and end a transaction. */
  readonly statements: number
  /** Each with a commit; a statement that writes outside of a transaction is one. */
  readonly transactions: number
}

/** What was counted, by purpose. */
export type Counts = ReadonlyMap<string, Count>

export interface StatementCounter {
  /** Since it began, or since it was last asked. */
  readonly take: () => Counts
  /** Leaves the driver as it was. */
  readonly stop: () => void
}

const runs = ["run", "all", "get", "iterate"] as const
type Runs = Record<
  (typeof runs)[number],
  (this: Statement, ...parameters: Array<unknown>) => unknown
>

const inOneLine = (statement: string): string => statement.trim().replace(/\s+/g, " ")

/** Counts statements as they come, and transactions as they end. */
const makeTally = () => {
  let counts = new Map<string, Count>()
  const open = new Map<File, Array<string>>()

  const add = (statements: ReadonlyArray<string>, transactions: number): void => {
    const purpose = purposeOf(statements)
    const before = counts.get(purpose) ?? { statements: 0, transactions: 0 }
    counts.set(purpose, {
      statements: before.statements + statements.length,
      transactions: before.transactions + transactions
    })
  }

  return {
    note: (text: string, database: File): void => {
      const statement = inOneLine(text)
      const inside = open.get(database)
      if (statement.startsWith("BEGIN")) open.set(database, [])
      else if (/^(?:COMMIT|ROLLBACK(?! TO))/.test(statement)) {
        open.delete(database)
        add(inside ?? [], 1)
      } else if (inside !== undefined) inside.push(statement)
      else add([statement], writes(statement) ? 1 : 0)
    },
    take: (): Counts => {
      const taken = counts
      counts = new Map()
      return taken
    }
  }
}

/**
 * Counts what better-sqlite3 is asked for in this process: the real driver, whoever uses it.
 * `isCounted` says of which files: tests share their process with others.
 */
export const countStatements = (
  driver: Driver,
  isCounted: (database: File) => boolean
): StatementCounter => {
  const memory = new driver(":memory:")
  const prototype = Object.getPrototypeOf(memory.prepare("SELECT 1")) as Runs
  memory.close()
  const { note, take } = makeTally()
  const own = Object.fromEntries(runs.map((name) => [name, prototype[name]])) as Runs
  for (const name of runs) {
    prototype[name] = function (...parameters) {
      const result = own[name].apply(this, parameters)
      if (isCounted(this.database)) note(this.source, this.database)
      return result
    }
  }
  return {
    take,
    stop: () => {
      Object.assign(prototype, own)
    }
  }
}
