import type { Reply } from "@telemark/core"

const longestText = 1000

/** Text of the other side on one line, without control characters. */
export const oneLine = (text: string): string =>
  text.replace(/[\p{Cc}\u2028\u2029\s]+/gu, " ").trim().slice(0, longestText).toWellFormed()

/** Reads an SMTP reply, its lines separated by LF; undefined if the text isn't one. */
export const parseReply = (response: string): Reply | undefined => {
  const lines = response.split("\n").map((line) => /^([2-5]\d\d)(?:[ -](?:(\d\.\d{1,3}\.\d{1,3})(?= |$))?(.*))?$/su.exec(line.replace(/\r$/, "")))
  const [first] = lines
  if (first?.[1] === undefined || !lines.every((line) => line?.[1] === first[1])) return undefined
  return { code: Number(first[1]), enhanced: first[2] ?? null, text: oneLine(lines.map((line) => line?.[3] ?? "").join(" ")) }
}
