import type { HeaderField } from "@telemark/core"

/** Fields that say how the content is encoded. */
const isOfContent = /^(?:mime-version|content-.*)$/i

/**
 * The fields of a head whose lines end with CRLF, unfolded (RFC 5322 2.2.3), without those of the
 * content.
 */
export const headerFields = (head: string): ReadonlyArray<HeaderField> =>
  head
    .replace(/\r\n(?=[ \t])/g, "")
    .split("\r\n")
    .flatMap((line): ReadonlyArray<HeaderField> => {
      const colon = line.indexOf(":")
      const name = line.slice(0, colon)
      return colon < 1 || isOfContent.test(name) ? [] : [[name, line.slice(colon + 1).trim()]]
    })
