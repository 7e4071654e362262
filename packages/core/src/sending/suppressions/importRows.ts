import { isObject, maxImported, ValidationFailed, withoutApostrophe } from "@telemark/contract"
import { Result } from "effect"
import { type CsvProblem, makeCsvReader } from "../../kernel/csv.js"
import type { Steps } from "../../kernel/timeSlices.js"

/** Unchecked. */
export interface ImportRow {
  readonly line: number
  readonly email_address: unknown
  readonly reason?: unknown
  readonly topic?: unknown
}

type Rows = Result.Result<ReadonlyArray<ImportRow>, ValidationFailed>

const names = ["email_address", "reason", "topic"] as const

type Column = (typeof names)[number] | undefined

/** Octets or characters between two yields: a millisecond or two. */
const piece = 64 * 1024

const tooMany = `must have at most ${String(maxImported)} addresses`

const columnOf = (title: string): Column => {
  const name = title.trim().toLowerCase().replace(/[ -]/g, "_")
  return name === "email" ? "email_address" : names.find((one) => one === name)
}

/** The columns that the first line names; undefined if it is a row by itself. */
const headerOf = (values: ReadonlyArray<string>): ReadonlyArray<Column> | undefined => {
  const columns = values.map(columnOf)
  return columns.includes("email_address") ? columns : undefined
}

const rowOf = (
  values: ReadonlyArray<string>,
  columns: ReadonlyArray<Column>,
  line: number
): ImportRow => {
  const row: Record<string, unknown> = {}
  for (const [index, column] of columns.entries()) {
    const value = withoutApostrophe(values[index] ?? "").trim()
    if (column !== undefined && (value !== "" || column === "email_address")) row[column] = value
  }
  return { email_address: "", ...row, line }
}

function* textOf(given: Uint8Array): Steps<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true })
  let text = ""
  for (let at = 0; at < given.length; at += piece) {
    text += decoder.decode(given.subarray(at, at + piece), { stream: true })
    yield
  }
  return text + decoder.decode()
}

const problemAt = ({ line, reason }: CsvProblem): Rows =>
  Result.fail(ValidationFailed.at("body", `${reason} (line ${String(line)})`))

/**
 * Reads the rows of a table in steps. Refuses it as a whole only if it has no such structure, or
 * too many rows.
 */
export const readTable = function* (given: Uint8Array | string): Steps<Rows> {
  let text: string
  try {
    text = typeof given === "string" ? given : yield* textOf(given)
  } catch {
    return Result.fail(ValidationFailed.at("body", "must be a table in UTF-8"))
  }
  const rows: Array<ImportRow> = []
  let columns: ReadonlyArray<Column> | undefined
  const reader = makeCsvReader((values, line) => {
    if (columns === undefined) {
      const header = headerOf(values)
      if (header === undefined && !(values[0] ?? "").includes("@"))
        return {
          line,
          reason: "must name the columns in its first line, one of them email_address or email"
        }
      const twice = names.find(
        (name) => (header ?? []).filter((column) => column === name).length > 1
      )
      if (twice !== undefined)
        return { line, reason: `must name one column of ${twice} alone: which counts is unclear` }
      columns = header ?? names
      if (header !== undefined) return undefined
    }
    if (rows.length >= maxImported) return { line, reason: tooMany }
    rows.push(rowOf(values, columns, line))
    return undefined
  })
  // The mark that spreadsheets begin a file with is no part of the first value.
  for (let at = text.startsWith("\uFEFF") ? 1 : 0; at < text.length; at += piece) {
    const problem = reader.read(text.slice(at, at + piece))
    if (problem !== undefined) return problemAt(problem)
    yield
  }
  const problem = reader.end()
  return problem === undefined ? Result.succeed(rows) : problemAt(problem)
}

/** The rows of a list as JSON has it. */
export const readList = (input: unknown): Rows => {
  const list = isObject(input) ? input["suppressions"] : undefined
  if (!Array.isArray(list))
    return Result.fail(
      ValidationFailed.at(
        isObject(input) ? "suppressions" : "body",
        "must be a list of addresses to suppress"
      )
    )
  if (list.length > maxImported) return Result.fail(ValidationFailed.at("suppressions", tooMany))
  return Result.succeed(
    list.map((one: unknown, index) => ({
      email_address: undefined,
      ...(isObject(one) ? one : {}),
      line: index + 1
    }))
  )
}
