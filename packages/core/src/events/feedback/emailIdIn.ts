import { type IdPrefix, isId } from "../../kernel/ids/newId.js"

const idIn = (prefix: IdPrefix, text: string | undefined): string | undefined => {
  const id =
    (text ?? "")
      .slice(0, 1_000)
      .trim()
      .replace(/^</, "")
      .replace(/>$/, "")
      .split("@", 1)[0]
      ?.toLowerCase() ?? ""
  return isId(prefix, id) ? id : undefined
}

/**
 * Our id, `em_…`, if the text is one or the left part of a Message-ID, in whatever case and
 * brackets it came back.
 */
export const emailIdIn = (text: string | undefined): string | undefined => idIn("em", text)

/**
 * The same of the id that messages of one mail share in their Message-ID if it shows several
 * recipients: `body_…`.
 */
export const bodyIdIn = (text: string | undefined): string | undefined => idIn("body", text)
