import { isId } from "../Ids/index.js"

/** Our id, `em_…`, if the text is one or the left part of a Message-ID, in whatever case and brackets it came back. */
export const emailIdIn = (text: string | undefined): string | undefined => {
  const id = (text ?? "").slice(0, 1_000).trim().replace(/^</, "").replace(/>$/, "").split("@", 1)[0]?.toLowerCase() ?? ""
  return isId("em", id) ? id : undefined
}
