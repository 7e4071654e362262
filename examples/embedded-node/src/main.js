import { createApp } from "./app.js"
import { openTelemark } from "./telemark.js"

const telemark = await openTelemark({ filename: "data/mail.db", smtpUrl: process.env.SMTP_URL })
telemark.startWorker()
const server = createApp(telemark).listen(8080, "127.0.0.1", () =>
  console.log("http://127.0.0.1:8080/signup")
)

process.once("SIGTERM", async () => {
  // First the requests in flight, which need it, then Telemark.
  server.close(() => telemark.close())
})
