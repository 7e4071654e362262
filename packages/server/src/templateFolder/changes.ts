import { createTwoFilesPatch } from "diff"
import { counted, visible, visibleLine } from "../output.js"
import type { Files } from "./TemplateDocument.js"

/** Undefined for no file. */
export interface FileChange {
  /** Below the folder of all templates. */
  readonly file: string
  readonly before: string | undefined
  readonly after: string | undefined
}

export const changesOf = (id: string, before: Files, after: Files): ReadonlyArray<FileChange> =>
  [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((path) => {
    const change = { file: `${id}/${path}`, before: before.get(path), after: after.get(path) }
    return change.before === change.after ? [] : [change]
  })

const colors: ReadonlyArray<readonly [start: string, code: string]> = [
  ["---", "1"],
  ["+++", "1"],
  ["@@", "36"],
  ["-", "31"],
  ["+", "32"]
]

const colored = (line: string): string => {
  const code = colors.find(([start]) => line.startsWith(start))?.[1]
  return code === undefined ? line : `\u001b[${code}m${line}\u001b[0m`
}

/** Escaped: a line feed in a folder's name would begin a line of the diff. */
const nameOf = (side: "a" | "b", file: string, text: string | undefined): string =>
  text === undefined ? "/dev/null" : `${side}/${visibleLine(file)}`

/**
 * The cost of a diff grows with the square of the changed lines: 47 kB of short ones took 20 s,
 * with this limit 0.1 s.
 */
const maxEdits = 1_000

/** For few changes among very many equal lines. */
const maxMilliseconds = 1_000

/** In a longer line, nobody can see what has changed. */
const maxLineLength = 2_000

const isTooLong = (line: string): boolean => line.length > maxLineLength

const linesOf = (text: string): ReadonlyArray<string> =>
  text === "" ? [] : text.replace(/\n$/, "").split("\n")

const countedLines = (text: string): string => counted(linesOf(text).length, "line")

const firstDifference = (before: string, after: string): string => {
  let end = 0
  while (end < before.length && before[end] === after[end]) end++
  const alike = before.slice(0, end).split("\n")
  return `line ${String(alike.length)}, character ${String((alike.at(-1)?.length ?? 0) + 1)}`
}

/** Instead of a diff. */
const summaryOf = ({ after, before }: FileChange): string => {
  if (after === undefined) return `removed: ${countedLines(before ?? "")}`
  if (before === undefined) return `added: ${countedLines(after)}`
  return `rewritten: ${countedLines(before)} became ${String(linesOf(after).length)}, first difference at ${firstDifference(before, after)}`
}

/** Undefined if the diff is too expensive or has too long lines. */
const hunksOf = ({ after, before }: FileChange): ReadonlyArray<string> | undefined => {
  const patch = createTwoFilesPatch(
    "",
    "",
    visible(before ?? ""),
    visible(after ?? ""),
    undefined,
    undefined,
    {
      timeout: maxMilliseconds,
      // The diff of a new or removed file costs no more than its number of lines.
      ...(before === undefined || after === undefined ? {} : { maxEditLength: maxEdits })
    }
  )
  const all = patch?.replace(/\n$/, "").split("\n") ?? []
  const lines = all.slice(all.findIndex((line) => line.startsWith("+++")) + 1)
  if (patch === undefined || lines.some((line) => !line.startsWith(" ") && isTooLong(line)))
    return undefined
  return lines.map((line) => (isTooLong(line) ? `${line.slice(0, maxLineLength)}…` : line))
}

const patchOf = (change: FileChange): ReadonlyArray<string> => [
  `--- ${nameOf("a", change.file, change.before)}`,
  `+++ ${nameOf("b", change.file, change.after)}`,
  ...(hunksOf(change) ?? [`@@ ${summaryOf(change)} @@`])
]

/** With a summary for files whose diff would be useless. */
export const unifiedDiff = (
  changes: ReadonlyArray<FileChange>,
  { isColored }: { readonly isColored: boolean }
): string =>
  changes
    .flatMap(patchOf)
    .map((line) => (isColored ? colored(line) : line))
    .join("\n")
