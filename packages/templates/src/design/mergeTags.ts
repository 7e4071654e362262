import { type MergeTag, type ScannedMergeTags, splitAtMergeTags } from "@telemark/html"
import { inspectTemplate } from "../handlebars/inspect.js"

/**
 * Like `splitAtMergeTags`, but also refuses what Handlebars or our rules don't accept. Blocks must
 * be closed in the text that opens them.
 */
export const scanMergeTags = (text: string): ScannedMergeTags => {
  const scanned = splitAtMergeTags(text)
  if (scanned._tag === "Refused") return scanned
  const sources = scanned.pieces.flatMap((piece) => ("tag" in piece ? [piece.tag.source] : []))
  if (sources.length === 0) return scanned
  const problems = inspectTemplate(sources.join(" "), { escape: true }).problems
  return problems.length === 0
    ? scanned
    : { _tag: "Refused", reasons: problems.map((problem) => problem.replace(/^line \d+: /, "")) }
}

/** Whether a merge tag fits between the double quotes of an attribute. */
export const fitsAttribute = (tag: MergeTag): boolean =>
  !tag.source.includes('"') || !/['\\[]/.test(tag.source)

/** Replaces double quotes, which can't be used in an attribute. */
export const inAttribute = (tag: MergeTag): string => tag.source.replaceAll('"', "'")
