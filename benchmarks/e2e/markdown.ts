import { median } from "@telemark-tools/load"

/** A table in Markdown. */
export const markdownTable = (
  header: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>
): string =>
  [header, header.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n")

/** The median of those that are known; NaN if none is. */
export const middle = (values: ReadonlyArray<number>): number => {
  const known = values.filter((value) => !Number.isNaN(value))
  return known.length === 0 ? NaN : median(known)
}

/** A number as a table has it; a dash if it isn't known. */
export const cell = (value: number, digits = 0): string =>
  Number.isFinite(value)
    ? value.toLocaleString("en-US", {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits
      })
    : "–"

/** Milliseconds, two of them with a dot where they are short. */
export const millisCell = (value: number): string => cell(value, value < 10 ? 1 : 0)

/** How many times the second the first is. */
export const ratioCell = (value: number, of: number): string =>
  Number.isFinite(value / of) ? `${cell(value / of, 2)} ×` : "–"
