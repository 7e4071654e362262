import { postgres } from "@telemark/postgres"
import { capture, smtp } from "@telemark/smtp"
import { createTelemark } from "telemark"

/**
 * Telemark in the shop's database, in a schema of its own; without a mail server's URL, mail stays
 * in the local inbox.
 */
export const openTelemark = ({ pool, secret, smtpUrl }) =>
  createTelemark({
    storage: postgres({ pool, schema: "telemark" }),
    transport: smtpUrl === undefined ? capture() : smtp({ url: smtpUrl }),
    secret,
    from: "Fjord <orders@fjord.example>"
  })
