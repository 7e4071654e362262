import { createTwoFilesPatch } from "diff"
import { visible, visibleLine } from "../visible.js"
import type { Files } from "./files.js"

/** A file that is to become another text; undefined where there is no file. */
export interface FileChange {
  /** Below the folder of all templates. */
  readonly file: string
  readonly before: string | undefined
  readonly after: string | undefined
}

/** The files of a template that differ, in order. */
export const changesOf = (id: string, before: Files, after: Files): ReadonlyArray<FileChange> =>
  [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((path) => {
    const change = { file: `${id}/${path}`, before: before.get(path), after: after.get(path) }
    return change.before === change.after ? [] : [change]
  })

const colors: ReadonlyArray<readonly [start: string, code: string]> = [["---", "1"], ["+++", "1"], ["@@", "36"], ["-", "31"], ["+", "32"]]

const colored = (line: string): string => {
  const code = colors.find(([start]) => line.startsWith(start))?.[1]
  return code === undefined ? line : `\u001b[${code}m${line}\u001b[0m`
}

/** A folder may be called anything: a line feed in its name would begin a line of the diff. */
const nameOf = (side: "a" | "b", file: string, text: string | undefined): string =>
  text === undefined ? "/dev/null" : `${side}/${visibleLine(file)}`

/** What a diff costs grows with the square of the lines that differ: 47 kB of short ones took 20 s, bounded so 0.1 s. */
const maxEdits = 1_000

/** The same bound where few lines differ among very many that are alike. */
const maxMilliseconds = 1_000

/** In characters. Of a longer line nobody sees what has changed in it. */
const maxLineLength = 2_000

const isTooLong = (line: string): boolean => line.length > maxLineLength

const linesOf = (text: string): ReadonlyArray<string> => (text === "" ? [] : text.replace(/\n$/, "").split("\n"))

const countedLines = (text: string): string => {
  const { length } = linesOf(text)
  return `${String(length)} line${length === 1 ? "" : "s"}`
}

/** The place of the first difference, counted from 1. */
const firstDifference = (before: string, after: string): string => {
  let end = 0
  while (end < before.length && before[end] === after[end]) end++
  const alike = before.slice(0, end).split("\n")
  return `line ${String(alike.length)}, character ${String((alike.at(-1)?.length ?? 0) + 1)}`
}

/** Said of a file whose difference is not to be shown. */
const summaryOf = ({ after, before }: FileChange): string => {
  if (after === undefined) return `removed whole: ${countedLines(before ?? "")}`
  if (before === undefined) return `written whole: ${countedLines(after)}`
  return `replaced whole: ${countedLines(before)} became ${String(linesOf(after).length)}, first at ${firstDifference(before, after)}`
}

/** The lines of a diff without its head; undefined if it costs too much or is too long to be read. */
const hunksOf = ({ after, before }: FileChange): ReadonlyArray<string> | undefined => {
  const patch = createTwoFilesPatch("", "", visible(before ?? ""), visible(after ?? ""), undefined, undefined, {
    timeout: maxMilliseconds,
    // A file that is new or gone costs no more than it has lines.
    ...(before === undefined || after === undefined ? {} : { maxEditLength: maxEdits })
  })
  const all = patch?.replace(/\n$/, "").split("\n") ?? []
  const lines = all.slice(all.findIndex((line) => line.startsWith("+++")) + 1)
  if (patch === undefined || lines.some((line) => !line.startsWith(" ") && isTooLong(line))) return undefined
  return lines.map((line) => (isTooLong(line) ? `${line.slice(0, maxLineLength)}…` : line))
}

const patchOf = (change: FileChange): ReadonlyArray<string> => [
  `--- ${nameOf("a", change.file, change.before)}`,
  `+++ ${nameOf("b", change.file, change.after)}`,
  ...(hunksOf(change) ?? [`@@ ${summaryOf(change)} @@`])
]

/** The changes as a unified diff, or what became of a file where a diff would be of no use; with the colours of a terminal if they are asked for. */
export const unifiedDiff = (changes: ReadonlyArray<FileChange>, { isColored }: { readonly isColored: boolean }): string =>
  changes.flatMap(patchOf).map((line) => (isColored ? colored(line) : line)).join("\n")
