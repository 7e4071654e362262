import { createApp } from "./app.js"
import { openDatabase } from "./database.js"
import { openTelemark } from "./telemark.js"

const { DATABASE_URL, SMTP_URL, STAFF_PASSWORD, TELEMARK_SECRET } = process.env
const pool = await openDatabase(DATABASE_URL)
const telemark = await openTelemark({ pool, secret: TELEMARK_SECRET, smtpUrl: SMTP_URL })
telemark.startWorker()
const server = createApp(pool, telemark, STAFF_PASSWORD).listen(8080, "127.0.0.1", () =>
  console.log("http://127.0.0.1:8080/orders")
)

process.once("SIGTERM", () => {
  // First the requests in flight, which need both, then Telemark, which needs the pool.
  server.close(async () => {
    await telemark.close()
    await pool.end()
  })
})
