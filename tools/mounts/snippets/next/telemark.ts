import { smtp } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { createTelemark, type Telemark } from "telemark"

const kept = globalThis as typeof globalThis & { telemark?: Promise<Telemark> }

export const telemark = (): Promise<Telemark> =>
  (kept.telemark ??= createTelemark({
    storage: sqlite({ filename: "mail.db" }),
    transport: smtp({ url: "smtp://localhost:2525" }),
    from: "Shop <shop@example.com>"
  }).catch((error: unknown) => {
    // The next request tries again.
    delete kept.telemark
    throw error
  }))
