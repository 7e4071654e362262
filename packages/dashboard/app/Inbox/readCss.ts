/** Receives the pieces of css in order. */
interface CssListener {
  readonly onDeclaration: (property: string, value: string) => void
  /** `@media (…)`, with its name in lower case, and what follows it. */
  readonly onAtRule: (name: string, prelude: string) => void
  readonly onSelector: (selector: string) => void
}

/** Longer pieces are cut: of those nothing more is looked at. */
const maxPiece = 1_000

const withoutComments = (css: string): string => {
  let rest = ""
  let at = 0
  for (;;) {
    const begin = css.indexOf("/*", at)
    if (begin < 0) return rest + css.slice(at)
    rest += css.slice(at, begin)
    const end = css.indexOf("*/", begin + 2)
    if (end < 0) return rest
    at = end + 2
  }
}

/**
 * Splits css by its braces and semicolons, in time with its length alone. Semicolons within
 * parentheses, as in `url(data:…)`, separate nothing.
 */
export const readCss = (
  source: string,
  { onAtRule, onDeclaration, onSelector }: CssListener
): void => {
  const css = withoutComments(source)
  const tell = (from: number, to: number, end: string): void => {
    const piece = css.slice(from, Math.min(to, from + maxPiece)).trim()
    if (piece === "") return
    if (piece.startsWith("@")) {
      const [, name = "", prelude = ""] = /^@([\w-]*)\s*(.*)/s.exec(piece) ?? []
      onAtRule(name.toLowerCase(), prelude.toLowerCase())
    } else if (end === "{") {
      onSelector(piece)
    } else {
      const colon = piece.indexOf(":")
      if (colon > 0)
        onDeclaration(
          piece.slice(0, colon).trim().toLowerCase(),
          piece
            .slice(colon + 1)
            .trim()
            .toLowerCase()
        )
    }
  }
  let from = 0
  let isInParentheses = false
  const ends = /[{};()]/g
  for (let found = ends.exec(css); found !== null; found = ends.exec(css)) {
    const [end] = found
    if (end === "(") isInParentheses = true
    else if (end === ")") isInParentheses = false
    else if (end !== ";" || !isInParentheses) {
      isInParentheses = false
      tell(from, found.index, end)
      from = found.index + 1
    }
  }
  tell(from, css.length, "")
}
