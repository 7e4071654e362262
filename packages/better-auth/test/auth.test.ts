import Database from "better-sqlite3"
import { createTestTelemark, type SentMail, type TestTelemark } from "@telemark/testing"
import "@telemark/testing/vitest"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { baseURL, openAuth } from "./openAuth.js"

const german = { "accept-language": "fr-CH, de-AT;q=0.9, en;q=0.8" }
const database = new Database(":memory:")
let telemark: TestTelemark
let auth: Awaited<ReturnType<typeof openAuth>>

beforeAll(async () => {
  telemark = await createTestTelemark({ from: "Fjord <hello@fjord.example>" })
  auth = await openAuth(database, telemark)
})
beforeEach(() => telemark.mailbox.clear())
afterAll(async () => {
  await telemark.close()
  database.close()
})

/** Calls the interface as a browser does, which keeps cookies. */
const browser = (headers: Record<string, string> = {}) => {
  const cookies = new Map<string, string>()
  const call = async (url: string, body?: Record<string, unknown>) => {
    const response = await auth.handler(
      new Request(url, {
        method: body === undefined ? "GET" : "POST",
        headers: {
          ...headers,
          origin: baseURL,
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
          ...(body === undefined ? {} : { "content-type": "application/json" })
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
    )
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    return response
  }
  return {
    post: (path: string, body: Record<string, unknown>) => call(`${baseURL}/api/auth${path}`, body),
    follow: (url: string) => call(url),
    session: async () => {
      const response = await call(`${baseURL}/api/auth/get-session`)
      return (await response.json()) as {
        user: { email: string; emailVerified: boolean }
        session: object
      } | null
    }
  }
}

const linkIn = (mail: SentMail | undefined): string => {
  const [, link] = /href="([^"]+)"/.exec(mail?.html ?? "") ?? []
  if (link === undefined) throw new Error("the mail has no link")
  return link.replaceAll("&amp;", "&")
}

const codeIn = (mail: SentMail | undefined): string => /\b\d{6}\b/.exec(mail?.text ?? "")?.[0] ?? ""

const password = "correct horse"

/** Somebody who signed up, followed the link and is signed in. */
const member = async (email: string, more: Record<string, unknown> = {}, headers = {}) => {
  const person = browser(headers)
  const signedUp = await person.post("/sign-up/email", { email, name: "Ada", password, ...more })
  expect(signedUp.status).toBe(200)
  await person.follow(linkIn(telemark.mailbox.to(email).at(-1)))
  telemark.mailbox.clear()
  return person
}

describe("sign-up", () => {
  it("is confirmed by the link in the mail", async () => {
    const ada = browser()
    await ada.post("/sign-up/email", { email: "ada@example.com", name: "Ada <3", password })
    expect(await ada.session()).toBeNull()
    expect(telemark.mailbox).toHaveSent({
      to: "ada@example.com",
      from: "Fjord <hello@fjord.example>",
      subject: "Confirm your address for Fjord",
      text: "Hello Ada <3,",
      html: "Hello Ada &lt;3,",
      times: 1
    })
    await ada.follow(linkIn(telemark.mailbox.last()))
    expect(await ada.session()).toMatchObject({
      user: { email: "ada@example.com", emailVerified: true }
    })
  })

  it("writes in the language that the browser asks for", async () => {
    await browser(german).post("/sign-up/email", {
      email: "bea@example.com",
      name: "Bea",
      password
    })
    expect(telemark.mailbox).toHaveSent({
      to: "bea@example.com",
      subject: "Bestätige deine Adresse bei Fjord",
      html: '<html lang="de">'
    })
  })

  it("writes in the language that the user chose, whatever the browser asks for", async () => {
    await browser(german).post("/sign-up/email", {
      email: "cyd@example.com",
      name: "Cyd",
      password,
      locale: "en-GB"
    })
    expect(telemark.mailbox).toHaveSent({ to: "cyd@example.com", html: '<html lang="en">' })
  })

  it("with an address that has an account says so to its owner alone, once a day", async () => {
    await member("kim@example.com", { locale: "de" })
    const again = { email: "kim@example.com", name: "Eve", password: "another one" }
    for (const person of [browser(), browser()]) {
      const response = await person.post("/sign-up/email", again)
      expect(response.status).toBe(200)
      expect(await person.session()).toBeNull()
    }
    expect(telemark.mailbox).toHaveSent({
      to: "kim@example.com",
      subject: "Du hast schon ein Konto bei Fjord",
      text: "Hallo Ada,",
      times: 1
    })
  })

  it("succeeds without mail to an address that is suppressed", async () => {
    await telemark.suppressions.add({ email_address: "gone@example.com" })
    const { status } = await browser().post("/sign-up/email", {
      email: "gone@example.com",
      name: "Gone",
      password
    })
    expect(status).toBe(200)
    expect(telemark.mailbox).not.toHaveSent()
  })
})

it("lets who forgot the password choose another", async () => {
  await member("dan@example.com")
  const dan = browser(german)
  await dan.post("/request-password-reset", {
    email: "dan@example.com",
    redirectTo: `${baseURL}/new-password`
  })
  expect(telemark.mailbox).toHaveSent({
    to: "dan@example.com",
    subject: "Wähle ein neues Passwort bei Fjord"
  })
  const page = (await dan.follow(linkIn(telemark.mailbox.last()))).headers.get("location") ?? ""
  const token = new URL(page).searchParams.get("token")
  expect((await dan.post("/reset-password", { token, newPassword: "battery staple" })).status).toBe(
    200
  )
  expect(telemark.mailbox).toHaveSent({
    to: "dan@example.com",
    subject: "Dein Passwort bei Fjord wurde geändert",
    text: "Wenn du das nicht warst,"
  })
  const signIn = (secret: string) =>
    dan.post("/sign-in/email", { email: "dan@example.com", password: secret })
  expect((await signIn(password)).status).toBe(401)
  expect((await signIn("battery staple")).status).toBe(200)
})

it("signs in by a link", async () => {
  const eve = browser(german)
  await eve.post("/sign-in/magic-link", { email: "eve@example.com" })
  expect(telemark.mailbox).toHaveSent({ to: "eve@example.com", subject: "Anmeldung bei Fjord" })
  await eve.follow(linkIn(telemark.mailbox.last()))
  expect(await eve.session()).toMatchObject({ user: { email: "eve@example.com" } })
})

it("signs in by a code", async () => {
  const fay = browser(german)
  const email = "fay@example.com"
  await fay.post("/email-otp/send-verification-otp", { email, type: "sign-in" })
  expect(telemark.mailbox).toHaveSent({ to: email, subject: "Dein Code zur Anmeldung bei Fjord" })
  await fay.post("/sign-in/email-otp", { email, otp: codeIn(telemark.mailbox.last()) })
  expect(await fay.session()).toMatchObject({ user: { email } })
})

it("asks for a second factor by mail", async () => {
  const email = "lou@example.com"
  const lou = await member(email)
  await lou.post("/two-factor/enable", { password, method: "otp" })
  const again = browser(german)
  expect(await (await again.post("/sign-in/email", { email, password })).json()).toMatchObject({
    twoFactorRedirect: true
  })
  expect(await again.session()).toBeNull()
  await again.post("/two-factor/send-otp", {})
  expect(telemark.mailbox).toHaveSent({
    to: email,
    subject: "Dein Code, mit dem du die Anmeldung bei Fjord abschließt"
  })
  await again.post("/two-factor/verify-otp", { code: codeIn(telemark.mailbox.last()) })
  expect(await again.session()).toMatchObject({ user: { email } })
})

it("changes an address once both have confirmed it", async () => {
  const gil = await member("gil@example.com")
  await gil.post("/change-email", { newEmail: "gilbert@example.com" })
  expect(telemark.mailbox).toHaveSent({ to: "gil@example.com", text: "gilbert@example.com" })
  await gil.follow(linkIn(telemark.mailbox.last()))
  expect(telemark.mailbox).toHaveSent({ to: "gilbert@example.com", subject: /^Confirm/ })
  await gil.follow(linkIn(telemark.mailbox.last()))
  expect(await gil.session()).toMatchObject({ user: { email: "gilbert@example.com" } })
})

it("deletes an account by the link in the mail", async () => {
  const hal = await member("hal@example.com")
  await hal.post("/delete-user", {})
  expect(telemark.mailbox).toHaveSent({
    to: "hal@example.com",
    subject: "Delete your account at Fjord"
  })
  await hal.follow(linkIn(telemark.mailbox.last()))
  expect(await hal.session()).toBeNull()
  expect((await hal.post("/sign-in/email", { email: "hal@example.com", password })).status).toBe(
    401
  )
})

it("invites to an organization", async () => {
  const ida = await member("ida@example.com")
  await ida.post("/organization/create", { name: "Rowers & friends", slug: "rowers" })
  await ida.post("/organization/invite-member", { email: "jon@example.com", role: "member" })
  expect(telemark.mailbox).toHaveSent({
    to: "jon@example.com",
    subject: "You are invited to Rowers & friends on Fjord",
    html: "Ada invites you to Rowers &amp; friends."
  })
  const invitationId = /\/invitations\/(.+)$/.exec(linkIn(telemark.mailbox.last()))?.[1]

  const jon = await member("jon@example.com")
  expect((await jon.post("/organization/accept-invitation", { invitationId })).status).toBe(200)
})
