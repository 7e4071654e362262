import type { ReceivedMail, SmtpPeer } from "@telemark/testing"
import type { Client } from "./client.js"

/** The ids of mails are in their Message-IDs. */
export const idOf = ({ source }: ReceivedMail): string =>
  /^message-id:\s*<(em_[0-9a-f]{32})@/im.exec(source.toString("latin1"))?.[1] ?? ""

/** How often each id arrived. */
export const arrivals = ({ mails }: Pick<SmtpPeer, "mails">): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const mail of mails) counts.set(idOf(mail), (counts.get(idOf(mail)) ?? 0) + 1)
  return counts
}

/** Mails beyond the first of each id. */
export const repeats = (peer: Pick<SmtpPeer, "mails">): number =>
  peer.mails.length - arrivals(peer).size

/** Whether every repeated mail is the same to the byte. */
export const repeatsAreIdentical = ({ mails }: Pick<SmtpPeer, "mails">): boolean => {
  const first = new Map<string, Buffer>()
  return mails.every((mail) => {
    const known = first.get(idOf(mail))
    if (known === undefined) first.set(idOf(mail), mail.source)
    return known === undefined || known.equals(mail.source)
  })
}

/** Sends mails to so many recipients, 50 to a request, and answers their ids. */
export const sendMany = async (client: Client, count: number): Promise<ReadonlyArray<string>> => {
  const ids: Array<string> = []
  for (let start = 0; start < count; start += 50) {
    const to = Array.from(
      { length: Math.min(50, count - start) },
      (_, index) => `customer-${String(start + index)}@example.com`
    )
    const { body, status } = await client.send({
      to,
      from: "shop@example.com",
      subject: "Order",
      html: "<p>Thank you</p>"
    })
    if (status !== 201) throw new Error(`a send was answered ${String(status)}`)
    ids.push(...body.queued.map(({ id }) => id))
  }
  return ids
}
