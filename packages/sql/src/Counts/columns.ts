import { type EmailStatus, emailStatuses } from "@telemark/core"

/** What messages are counted as: their status, and `cancelled` beside `failed` where they failed because somebody cancelled them. */
export type Counted = EmailStatus | "cancelled"

/** The columns that count messages. */
export const countedColumns: ReadonlyArray<Counted> = [...emailStatuses, "cancelled"]

/** Something for each column that counts. */
export const perColumn = <A>(make: (column: Counted) => A): Record<Counted, A> =>
  Object.fromEntries(countedColumns.map((column) => [column, make(column)])) as Record<Counted, A>

/** SQL that is said of each column that counts. */
export const eachColumn = (say: (column: Counted) => string, between = ", "): string => countedColumns.map(say).join(between)

/** These columns, as a list in SQL. */
export const columnList = eachColumn((column) => column)

/** These columns, counted over rows of `countedRows`. */
export const countedHere = eachColumn((column) => `COUNT(*) FILTER (WHERE status = '${column}') AS ${column}`)
