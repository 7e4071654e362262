import { capture } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { createTelemark } from "telemark"

/** Telemark on one file; mail stays in the local inbox. */
export const openTelemark = (filename) =>
  createTelemark({
    storage: sqlite({ filename }),
    transport: capture(),
    from: "Fjord <hello@fjord.example>"
  })
