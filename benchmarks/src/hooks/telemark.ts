/** Telemark with a source of feedback of each provider that is measured. */
import { capture } from "@telemark/smtp"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { createTelemark } from "telemark"
import { serveParent, tell } from "../parent.js"
import { secret, storageOf } from "../storage.js"

export interface HooksTarget {
  readonly port: number
  /** The path of each source. */
  readonly paths: Readonly<Record<"postmark" | "mailjet", string>>
}

const telemark = await createTelemark({
  storage: storageOf(process.argv[2] ?? ""),
  transport: capture(),
  secret
})
const tenant = telemark.tenant("shop")
const pathOf = async (provider: "postmark" | "mailjet"): Promise<string> =>
  (await tenant.feedbackSources.create({ provider })).url

const server = createServer(telemark.nodeHandler)
const paths = { postmark: await pathOf("postmark"), mailjet: await pathOf("mailjet") }
server.listen(0, "127.0.0.1", () => {
  tell(
    JSON.stringify({ port: (server.address() as AddressInfo).port, paths } satisfies HooksTarget)
  )
})
// How many deliveries are recorded.
serveParent(async () => String((await tenant.analytics.summary("24h")).statuses.delivered))
