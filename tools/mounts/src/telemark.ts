import { allScopes } from "@telemark/contract"
import { capture } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { createTelemark, type Telemark } from "telemark"
import type { Outside } from "./host.js"

/** A Telemark to be mounted, and a key that may do everything. */
export const openTelemark = async ({
  allowNetwork,
  dnsServer
}: Outside): Promise<{ readonly telemark: Telemark; readonly key: string }> => {
  const telemark = await createTelemark({
    storage: sqlite({ filename: ":memory:" }),
    transport: capture(),
    from: "Shop <shop@example.com>",
    allowNetworks: [allowNetwork],
    dnsServers: [dnsServer],
    logLevel: "None"
  })
  const { key } = await telemark.apiKeys.create({
    name: "everything",
    scopes: [...allScopes],
    rate_limit: 10_000
  })
  return { telemark, key }
}
