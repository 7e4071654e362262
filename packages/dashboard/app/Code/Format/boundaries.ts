/** A piece of a template, in its order. */
export interface Piece {
  /**
   * `edge`: a line of the mail ends and begins, as at a `<td>`. `shown`: something that stands in a
   * line. `space`: white space. `nothing`: what isn't seen, as a comment. The others are blocks of
   * Handlebars.
   */
  readonly kind: "edge" | "shown" | "space" | "nothing" | "open" | "loop" | "else" | "close"
  readonly text: string
}

interface Block {
  readonly at: number
  readonly isLoop: boolean
  readonly entry: boolean
  /** Whether all of its parts so far ended at an edge. */
  ends: boolean
  hasElse: boolean
}

/**
 * Of each piece, whether white space in its place is lost whatever the data is: whether what is
 * written before it always ends at an edge, or in white space if `isSpaceEnough`. Undefined if
 * blocks cross tags of HTML.
 */
export const edgesBefore = (
  pieces: ReadonlyArray<Piece>,
  isSpaceEnough: boolean
): ReadonlyArray<boolean> | undefined => {
  /** Loops that go on where they ended in a line. */
  const inLine = new Set<number>()
  for (;;) {
    const before: Array<boolean> = []
    const blocks: Array<Block> = []
    const known = inLine.size
    let isAtEdge = true
    for (const [at, { kind }] of pieces.entries()) {
      before.push(isAtEdge)
      const block = blocks.at(-1)
      if (kind === "edge") isAtEdge = true
      else if (kind === "shown") isAtEdge = false
      else if (kind === "space") isAtEdge ||= isSpaceEnough
      else if (kind === "open" || kind === "loop") {
        const entry: boolean = isAtEdge && !inLine.has(at)
        blocks.push({ at, isLoop: kind === "loop", entry, ends: true, hasElse: false })
        isAtEdge = entry
      } else if (kind !== "nothing") {
        if (block === undefined) return undefined
        if (block.isLoop && block.entry && !isAtEdge) inLine.add(block.at)
        block.ends &&= isAtEdge
        isAtEdge = block.entry
        if (kind === "else") block.hasElse = true
        else {
          isAtEdge = block.hasElse ? block.ends : block.ends && block.entry
          blocks.pop()
        }
      }
    }
    if (blocks.length > 0) return undefined
    if (inLine.size === known) return before
  }
}

const turned = { open: "close", loop: "close" } as const

/** The same from the other side: whether what follows each piece always begins at an edge. */
export const edgesAfter = (pieces: ReadonlyArray<Piece>): ReadonlyArray<boolean> | undefined => {
  const openings: Array<Piece["kind"]> = []
  const kinds = pieces.map(({ kind }) => {
    if (kind === "open" || kind === "loop") {
      openings.push(kind)
      return turned[kind]
    }
    return kind === "close" ? (openings.pop() ?? "open") : kind
  })
  return edgesBefore(
    kinds.map((kind, at) => ({ kind, text: pieces[at]?.text ?? "" })).reverse(),
    false
  )?.toReversed()
}
