import { capture } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { createTelemark } from "telemark"

/** Telemark on one file. Its webhooks may go to this machine, which is closed to them otherwise. */
export const openTelemark = (filename) =>
  createTelemark({
    storage: sqlite({ filename }),
    transport: capture(),
    from: "Fjord <hello@fjord.example>",
    allowNetworks: ["127.0.0.1/32"]
  })
