import { smtp } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { createTelemark } from "telemark"

export const telemark = await createTelemark({
  storage: sqlite({ filename: "mail.db" }),
  transport: smtp({ url: "smtp://localhost:2525" }),
  publicUrl: "https://shop.example",
  trailingSlash: true
})
