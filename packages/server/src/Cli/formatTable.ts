import { visibleLine } from "../visible.js"

/**
 * Pads cells to columns, except the last. Line breaks in cells are escaped, since tenants wrote
 * them.
 */
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
