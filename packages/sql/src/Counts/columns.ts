import { type EmailStatus, emailStatuses } from "@telemark/core"

/** What messages are counted as: their status, and `cancelled` beside `failed` if somebody cancelled them. */
export type Counted = EmailStatus | "cancelled"

export const countedColumns: ReadonlyArray<Counted> = [...emailStatuses, "cancelled"]

export const perColumn = <A>(make: (column: Counted) => A): Record<Counted, A> =>
  Object.fromEntries(countedColumns.map((column) => [column, make(column)])) as Record<Counted, A>

export const eachColumn = (say: (column: Counted) => string, between = ", "): string => countedColumns.map(say).join(between)

export const columnList = eachColumn((column) => column)

/** Counts each column over rows of `countedRows`. */
export const countedHere = eachColumn((column) => `COUNT(*) FILTER (WHERE status = '${column}') AS ${column}`)
