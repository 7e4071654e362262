import { visibleLine } from "../output.js"

/** Line breaks in cells are escaped, since tenants wrote them. */
export const formatTable = (rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const cells = rows.map((row) => row.map(visibleLine))
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0))
  )
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd()
    )
    .join("\n")
}

type Column<Row> = (keyof Row & string) | ((row: Row) => string)

const cellOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.join(",")
  return typeof value === "string" || typeof value === "number" ? String(value) : "-"
}

/** Columns have their headings for names. */
export const tableOf = <Row extends object>(
  rows: ReadonlyArray<Row>,
  columns: Readonly<Record<string, Column<Row>>>
): string =>
  formatTable([
    Object.keys(columns),
    ...rows.map((row) =>
      Object.values(columns).map((column) =>
        typeof column === "function" ? column(row) : cellOf(row[column])
      )
    )
  ])
