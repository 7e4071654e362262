/** Telemark with a source of feedback of each provider that is measured. */
import { capture } from "@telemark/smtp"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { createTelemark } from "telemark"
import { tenantName } from "../growth/operations.js"
import { serveParent, tell } from "../parent.js"
import { secret, storageOf } from "../storage.js"

export interface HooksTarget {
  readonly port: number
  /** The path of each source. */
  readonly paths: Readonly<Record<"postmark" | "mailjet", string>>
}

const telemark = await createTelemark({ storage: storageOf(process.argv[2] ?? ""), transport: capture(), secret })
const tenant = telemark.tenant(tenantName)
const pathOf = async (provider: "postmark" | "mailjet"): Promise<string> => (await tenant.feedbackSources.create({ provider })).url

/** Ids of that many messages that are sent. */
const sent = async (count: number): Promise<ReadonlyArray<string>> => {
  const ids: Array<string> = []
  let after: string | undefined
  while (ids.length < count) {
    const { data, next } = await tenant.emails.list({ status: "sent", limit: 100, ...(after === undefined ? {} : { after }) })
    ids.push(...data.map(({ id }) => id))
    if (next === null) throw new Error(`There are only ${ids.length} sent messages.`)
    after = next
  }
  return ids.slice(0, count)
}

const server = createServer(telemark.nodeHandler)
const paths = { postmark: await pathOf("postmark"), mailjet: await pathOf("mailjet") }
server.listen(0, "127.0.0.1", () => {
  tell(JSON.stringify({ port: (server.address() as AddressInfo).port, paths } satisfies HooksTarget))
})
serveParent(async (line) => {
  const [name, count] = line.split(" ")
  return JSON.stringify(name === "sent" ? await sent(Number(count)) : (await tenant.analytics.summary("90d")).statuses.delivered)
})
