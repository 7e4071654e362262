import assert from "node:assert/strict"
import { after, before, beforeEach, test } from "node:test"
import { MailerService } from "@nestjs-modules/mailer"
import { NestFactory } from "@nestjs/core"
import strapi from "@strapi/provider-email-nodemailer"
import { telemarkTransport } from "@telemark/nodemailer"
import { createTestTelemark } from "@telemark/testing"
import { makeAuth } from "../src/auth.js"
import { makeModule } from "../src/nest.js"
import { makeEmail } from "../src/payload.js"
import { makePlugin } from "../src/strapi.js"
import { memoryAdapter } from "./memoryAdapter.js"

const mail = {
  to: "ada@example.com",
  subject: "Your order",
  text: "On its way.",
  html: "<p>On its way.</p>"
}

let telemark, transport

before(async () => {
  telemark = await createTestTelemark()
  transport = telemarkTransport({ telemark })
})
beforeEach(() => telemark.mailbox.clear())
after(() => telemark.close())

/** The only mail that was sent, which is from the default sender of the adapter. */
const theMail = () => {
  const all = telemark.mailbox.all()
  assert.deepEqual(
    all.map(({ from, from_name, to }) => [from_name, from, to]),
    [["Fjord", "hello@fjord.example", "ada@example.com"]]
  )
  return all[0]
}

const assertSent = () => {
  const { html, subject, text } = theMail()
  assert.deepEqual({ to: "ada@example.com", subject, text: text.trim(), html: html.trim() }, mail)
}

test("Payload's adapter sends", async () => {
  const email = await makeEmail(transport)
  const info = await email({}).sendEmail(mail)
  assert.deepEqual(info.accepted, ["ada@example.com"])
  assertSent()
})

test("Strapi's provider sends", async () => {
  const { providerOptions, settings } = makePlugin(transport).config
  const provider = strapi.init(providerOptions, settings)
  await provider.verify()
  await provider.send(mail)
  assertSent()
})

test("NestJS' mailer sends", async () => {
  const app = await NestFactory.createApplicationContext(makeModule(transport), { logger: false })
  const mailer = app.get(MailerService)
  assert.equal(await mailer.verifyAllTransporters(), true)
  await mailer.sendMail(mail)
  assertSent()
  await app.close()
})

test("Auth.js lets in who follows the link in the mail, and nobody who is suppressed", async () => {
  const url = "http://fjord.example/auth"
  const auth = makeAuth({ adapter: memoryAdapter(), secret: "s".repeat(32), transport })
  const cookies = new Map()
  const call = async (url, form) => {
    const response = await auth(
      new Request(url, {
        method: form === undefined ? "GET" : "POST",
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
        ...(form === undefined ? {} : { body: new URLSearchParams(form) })
      })
    )
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)
      cookies.set(name, value)
    }
    return response
  }
  const { csrfToken } = await (await call(`${url}/csrf`)).json()
  const signIn = async (email) =>
    (await call(`${url}/signin/nodemailer`, { csrfToken, email })).headers.get("location")

  assert.match(await signIn("ada@example.com"), /verify-request/)
  const { subject, text } = theMail()
  assert.equal(subject, "Sign in to fjord.example")
  assert.equal(await (await call(`${url}/session`)).json(), null)
  await call(/http:\S+/.exec(text)[0])
  const { user } = await (await call(`${url}/session`)).json()
  assert.equal(user.email, "ada@example.com")

  await telemark.suppressions.add({ email_address: "gone@example.com" })
  assert.match(await signIn("gone@example.com"), /error/)
})
