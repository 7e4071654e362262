import type { InboxMail } from "@telemark/client"
import { client } from "../Client/index.js"

/** As many as an answer has at most. */
const limit = 100

/**
 * A captured mail by its id; null if it is no longer kept. The inbox keeps so few that it is read
 * through.
 */
export const findCaptured = async (id: string): Promise<InboxMail | null> => {
  let after: string | undefined
  do {
    const { data, next } = await client.inbox.list({
      limit,
      ...(after === undefined ? {} : { after })
    })
    const found = data.find((mail) => mail.id === id)
    if (found !== undefined) return found
    after = next ?? undefined
  } while (after !== undefined)
  return null
}
