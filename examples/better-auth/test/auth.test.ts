import Database from "better-sqlite3"
import { createTestTelemark } from "@telemark/testing"
import "@telemark/testing/vitest"
import { expect, it } from "vitest"
import { openAuth } from "../src/auth.js"

const baseURL = "http://fjord.example"

it("lets somebody in who follows the link in the mail, which is in their language", async () => {
  const database = new Database(":memory:")
  const telemark = await createTestTelemark({ from: "Fjord <hello@fjord.example>" })
  const auth = await openAuth({ baseURL, database, telemark, secret: "s".repeat(32) })
  const call = (path: string, init?: RequestInit) =>
    auth.handler(new Request(new URL(path, baseURL), init))

  const signedUp = await call("/api/auth/sign-up/email", {
    method: "POST",
    headers: { origin: baseURL, "content-type": "application/json", "accept-language": "de-AT" },
    body: JSON.stringify({ email: "ada@example.com", name: "Ada", password: "correct horse" })
  })
  expect(signedUp.status).toBe(200)
  expect(signedUp.headers.getSetCookie()).toEqual([])
  expect(telemark.mailbox).toHaveSent({
    to: "ada@example.com",
    from: "Fjord <hello@fjord.example>",
    subject: "Bestätige deine Adresse bei Fjord",
    times: 1
  })

  const [link = ""] = /http:\S+/.exec(telemark.mailbox.last()?.text ?? "") ?? []
  const cookie = (await call(link)).headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ")
  const session = await call("/api/auth/get-session", { headers: { cookie } })
  expect(await session.json()).toMatchObject({
    user: { email: "ada@example.com", emailVerified: true }
  })
  await telemark.close()
  database.close()
})
