import { capture, smtp } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { createTelemark } from "telemark"

/** Telemark on one file; without a mail server's URL, mail stays in the local inbox. */
export const openTelemark = ({ filename, smtpUrl }) =>
  createTelemark({
    storage: sqlite({ filename }),
    transport: smtpUrl === undefined ? capture() : smtp({ url: smtpUrl }),
    from: "Fjord <hello@fjord.example>"
  })
