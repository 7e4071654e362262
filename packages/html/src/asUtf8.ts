import { type FoundAttribute, findAttribute, readHtmlInSteps } from "./readHtml.js"

/** The labels of UTF-8 (Encoding Standard, 4.2). */
const labelsOfUtf8 = new Set(
  "utf-8 utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8".split(" ")
)

const isOther = (label: string): boolean => label !== "" && !labelsOfUtf8.has(label.toLowerCase())

const declarations = /charset\s*=\s*["']?\s*([^\s"';,>]*)/gi

/**
 * Whether the HTML seems to declare another charset. Most declares UTF-8 or nothing, and needn't be
 * parsed. With one pattern, which `matchAll` would copy each time.
 */
const mayDeclareOther = (html: string): boolean => {
  declarations.lastIndex = 0
  for (let found = declarations.exec(html); found !== null; found = declarations.exec(html))
    if (isOther(found[1] ?? "")) return true
  return false
}

/** The charset in the `content` of a meta element, such as `text/html; charset=iso-8859-1`. */
const charsetIn = ({ at, value }: FoundAttribute): FoundAttribute | undefined => {
  const found = /charset\s*=\s*["']?([^\s"';,]+)/i.exec(value)
  return found === null
    ? undefined
    : { value: found[1] ?? "", at: at + found.index + found[0].lastIndexOf(found[1] ?? "") }
}

/** The charset that a meta element declares for the document (HTML Standard, 4.2.5). */
const declaredCharset = (source: string): FoundAttribute | undefined => {
  const charset = findAttribute(source, "charset")
  if (charset !== undefined) return charset
  const content =
    findAttribute(source, "http-equiv")?.value.trim().toLowerCase() === "content-type"
      ? findAttribute(source, "content")
      : undefined
  return content === undefined ? undefined : charsetIn(content)
}

/**
 * Replaces other declared charsets by `utf-8`, in steps: the HTML is sent as UTF-8, and some
 * readers prefer the declaration to the part's charset.
 */
export function* asUtf8InSteps(html: string): Generator<void, string, void> {
  if (!mayDeclareOther(html)) return html
  const wrong: Array<FoundAttribute> = []
  yield* readHtmlInSteps(html, {
    onText: () => undefined,
    onOpen: (name, source, at) => {
      const declared = name === "meta" ? declaredCharset(source) : undefined
      if (declared !== undefined && isOther(declared.value.trim()))
        wrong.push({ value: declared.value, at: at + declared.at })
    },
    onClose: () => undefined
  })
  if (wrong.length === 0) return html
  const pieces: Array<string> = []
  let from = 0
  for (const { at, value } of wrong) {
    pieces.push(html.slice(from, at), "utf-8")
    from = at + value.length
  }
  return [...pieces, html.slice(from)].join("")
}
