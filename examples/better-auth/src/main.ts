import { randomBytes } from "node:crypto"
import { mkdirSync } from "node:fs"
import { createServer } from "node:http"
import { capture, smtp } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { toNodeHandler } from "better-auth/node"
import Database from "better-sqlite3"
import { createTelemark } from "telemark"
import { openAuth } from "./auth.js"

const { BETTER_AUTH_SECRET, SMTP_URL } = process.env
const baseURL = "http://127.0.0.1:8080"

mkdirSync("data", { recursive: true })
const telemark = await createTelemark({
  storage: sqlite({ filename: "data/mail.db" }),
  transport: SMTP_URL === undefined ? capture() : smtp({ url: SMTP_URL }),
  from: "Fjord <hello@fjord.example>"
})
telemark.startWorker()

const database = new Database("data/accounts.db")
const auth = await openAuth({
  baseURL,
  database,
  telemark,
  // Without one, sessions and links are void after a restart.
  secret: BETTER_AUTH_SECRET ?? randomBytes(32).toString("base64")
})

const handler = toNodeHandler(auth)
const server = createServer((request, response) => void handler(request, response))
server.listen(8080, "127.0.0.1", () => console.log(`${baseURL}/api/auth`))

// Mail that is captured is shown here: its links are to be followed.
if (SMTP_URL === undefined)
  telemark.on("email.sent", async ({ data }) => {
    const mail = (await telemark.inbox.list()).find(({ to }) => to.includes(data.recipient))
    if (mail !== undefined) console.log((await telemark.inbox.get(mail.id)).text)
  })

const stop = async () => {
  await telemark.close()
  database.close()
}

// First the requests in flight, which need both.
process.once("SIGTERM", () => server.close(() => void stop()))
