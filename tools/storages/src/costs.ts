import type { Count, Counts } from "./countStatements.js"

/** The most that one purpose may take. */
export interface Bound extends Count {
  /** The most statements of one transaction, on average; without it, whatever the sums allow. */
  readonly perTransaction?: number
}

/** At most so many transactions, with so many statements in each. */
export const batches = (transactions: number, perTransaction: number): Bound => ({
  transactions,
  statements: transactions * perTransaction,
  perTransaction
})

/** At most so many statements, which write nothing. */
export const looks = (statements: number): Bound => ({ statements, transactions: 0 })

/** All purposes together. */
export const sumOf = (counts: Counts): Count =>
  [...counts.values()].reduce(
    (sum, { statements, transactions }) => ({
      statements: sum.statements + statements,
      transactions: sum.transactions + transactions
    }),
    { statements: 0, transactions: 0 }
  )

/**
 * What took more than its bound, in words. `all` bounds everything together. What has no bound may
 * take `others` of each.
 */
export const exceeded = (
  counts: Counts,
  bounds: Readonly<Record<string, Bound>>,
  others = 0
): ReadonlyArray<string> =>
  [...counts, ...(bounds["all"] === undefined ? [] : [["all", sumOf(counts)] as const])].flatMap(
    ([purpose, { statements, transactions }]) => {
      const bound: Bound = bounds[purpose] ?? { statements: others, transactions: others }
      const each = transactions === 0 ? 0 : statements / transactions
      const maxEach = bound.perTransaction ?? Infinity
      return [
        ...(statements > bound.statements
          ? [`${purpose}: ${statements} statements, at most ${bound.statements}`]
          : []),
        ...(transactions > bound.transactions
          ? [`${purpose}: ${transactions} transactions, at most ${bound.transactions}`]
          : []),
        ...(each > maxEach
          ? [`${purpose}: ${each.toFixed(2)} statements in each transaction, at most ${maxEach}`]
          : [])
      ]
    }
  )

/** A line for each purpose, and one for all. */
export const describeCounts = (counts: Counts): string =>
  [...[...counts].sort(([a], [b]) => (a < b ? -1 : 1)), ["all", sumOf(counts)] as const]
    .map(
      ([purpose, { statements, transactions }]) =>
        `${purpose.padEnd(32)} ${String(statements).padStart(6)} statements ${String(transactions).padStart(6)} transactions`
    )
    .join("\n")
