import { parse } from "handlebars/dist/cjs/handlebars/compiler/base.js"

/** What Handlebars reads, as far as it matters here. */
interface Statement {
  readonly type: string
  readonly value?: string
  readonly path?: { readonly original?: string }
  readonly program?: Program | null
  readonly inverse?: Program | null
}
interface Program {
  readonly body: ReadonlyArray<Statement>
}

/** What a merge tag does to what stands around it. A `loop` may be repeated, and left out. */
export interface MergeTag {
  readonly kind: "value" | "nothing" | "open" | "loop" | "else" | "close"
  readonly key: string
}

/** A template's text as Handlebars writes it, with a mark for each merge tag. */
export interface FlatTemplate {
  readonly text: string
  readonly tagOf: (mark: string) => MergeTag
}

/** A mark: the number of its tag between two characters that no text has a use for. */
export const mark = /\uE000(\d+)\uE001/g

const isOnce = new Set(["if", "unless", "with"])

const withoutPlaces = (name: string, value: unknown): unknown =>
  name === "loc" || name === "strip" ? undefined : value

/**
 * Two templates that are flattened with the same `known` have the same marks for the same tags.
 * Undefined if Handlebars can't read it, or if it has tags that Telemark refuses.
 */
export const flattenTemplate = (
  source: string,
  known: Map<string, number>
): FlatTemplate | undefined => {
  if (/[\uE000\uE001]/.test(source)) return undefined
  const tags: Array<MergeTag> = []
  let text = ""
  const write = (kind: MergeTag["kind"], content: unknown): void => {
    const key = kind + JSON.stringify(content ?? null, withoutPlaces)
    const index = known.get(key) ?? known.size
    known.set(key, index)
    tags[index] = { kind, key }
    text += `\uE000${String(index)}\uE001`
  }
  const walk = (program: Program | null | undefined): boolean =>
    (program?.body ?? []).every((statement) => {
      switch (statement.type) {
        case "ContentStatement":
          text += statement.value ?? ""
          return true
        case "MustacheStatement":
        case "PartialStatement":
          write("value", statement)
          return true
        case "CommentStatement":
          write("nothing", statement)
          return true
        case "BlockStatement": {
          const { inverse, program, ...head } = statement
          write(isOnce.has(statement.path?.original ?? "") ? "open" : "loop", head)
          if (!walk(program)) return false
          if (inverse !== null && inverse !== undefined) {
            write("else", null)
            if (!walk(inverse)) return false
          }
          write("close", null)
          return true
        }
        default:
          return false
      }
    })
  try {
    return walk(parse(source) as Program)
      ? { text, tagOf: (index) => tags[Number(index)] ?? { kind: "value", key: "" } }
      : undefined
  } catch {
    return undefined
  }
}
