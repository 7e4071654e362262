import { createTwoFilesPatch } from "diff"
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

/** Who writes templates may not be trusted to move a terminal's cursor; and a changed line end should be seen. */
export const visible = (text: string): string =>
  text.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`)

const colors: ReadonlyArray<readonly [start: string, code: string]> = [["---", "1"], ["+++", "1"], ["@@", "36"], ["-", "31"], ["+", "32"]]

const colored = (line: string): string => {
  const code = colors.find(([start]) => line.startsWith(start))?.[1]
  return code === undefined ? line : `\u001b[${code}m${line}\u001b[0m`
}

const nameOf = (side: "a" | "b", file: string, text: string | undefined): string => (text === undefined ? "/dev/null" : `${side}/${file}`)

const patchOf = ({ after, before, file }: FileChange): ReadonlyArray<string> => {
  const patch = createTwoFilesPatch(nameOf("a", file, before), nameOf("b", file, after), visible(before ?? ""), visible(after ?? ""))
  return patch.replace(/\n$/, "").split("\n").filter((line) => !/^=+$/.test(line))
}

/** The changes as a unified diff, with the colours of a terminal if they are asked for. */
export const unifiedDiff = (changes: ReadonlyArray<FileChange>, { isColored }: { readonly isColored: boolean }): string =>
  changes.flatMap(patchOf).map((line) => (isColored ? colored(line) : line)).join("\n")
