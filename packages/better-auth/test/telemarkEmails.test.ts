import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { createClient } from "@telemark/client"
import { createTestTelemark } from "@telemark/testing"
import "@telemark/testing/vitest"
import { afterEach, expect, it, onTestFinished, vi } from "vitest"
import { de, en, layout, telemarkEmails, type Templates } from "../src/index.js"
import { chooseLocale } from "../src/locale.js"

afterEach(() => vi.useRealTimers())

const openTelemark = async () => {
  const telemark = await createTestTelemark({ from: "hello@fjord.example" })
  onTestFinished(() => telemark.close())
  return telemark
}

const open = async () => {
  const telemark = await openTelemark()
  const emails = telemarkEmails({
    telemark,
    templates: { en, de },
    app: "Fjord",
    invitationUrl: (id) => `https://fjord.example/invitations/${id}`
  })
  return { telemark, emails }
}

it("sends once for a token, however often it is called", async () => {
  const { emails, telemark } = await open()
  const link = { email: "ada@example.com", url: "https://fjord.example/?token=a", token: "a" }
  await Promise.all([emails.sendMagicLink(link), emails.sendMagicLink(link)])
  await emails.sendMagicLink(link)
  expect(telemark.mailbox).toHaveSent({ to: "ada@example.com", times: 1 })
  await emails.sendMagicLink({ ...link, url: "https://fjord.example/?token=b", token: "b" })
  expect(telemark.mailbox).toHaveSent({ to: "ada@example.com", times: 2 })
})

it("sends a code again that is asked for again", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-01-31T09:00:00Z") })
  const { emails, telemark } = await open()
  const code = { email: "ada@example.com", otp: "123456", type: "sign-in" as const }
  await emails.sendVerificationOTP(code)
  await emails.sendVerificationOTP(code)
  expect(telemark.mailbox).toHaveSent({ times: 1 })
  vi.setSystemTime(new Date("2026-01-31T09:01:00Z"))
  await emails.sendVerificationOTP(code)
  expect(telemark.mailbox).toHaveSent({ times: 2 })
})

const at = new Date("2026-01-31T09:00:00Z")

const invitation = (organization: string, expiresAt: Date) => ({
  id: "i",
  role: "member",
  email: "bob@example.com",
  organization: { id: "o", name: organization, slug: "rowers", createdAt: at },
  invitation: {
    id: "i",
    organizationId: "o",
    email: "bob@example.com",
    role: "member" as const,
    status: "pending" as const,
    inviterId: "u",
    expiresAt,
    createdAt: at
  },
  inviter: {
    id: "m",
    organizationId: "o",
    userId: "u",
    role: "owner",
    createdAt: at,
    user: {
      id: "u",
      name: "Ada",
      email: "ada@example.com",
      emailVerified: true,
      createdAt: at,
      updatedAt: at
    }
  }
})

it("sends an invitation again that was prolonged", async () => {
  const { emails, telemark } = await open()
  await emails.sendInvitationEmail(invitation("Rowers", at))
  await emails.sendInvitationEmail(invitation("Rowers", at))
  expect(telemark.mailbox).toHaveSent({ to: "bob@example.com", times: 1 })
  await emails.sendInvitationEmail(invitation("Rowers", new Date("2026-02-01T09:00:00Z")))
  expect(telemark.mailbox).toHaveSent({ to: "bob@example.com", times: 2 })
})

it("keeps a subject on one line, whatever a name contains", async () => {
  const { emails, telemark } = await open()
  await emails.sendInvitationEmail(invitation("Rowers\r\nBcc: eve@example.com", at))
  expect(telemark.mailbox.all().map(({ subject, to }) => ({ subject, to }))).toEqual([
    { to: "bob@example.com", subject: "You are invited to Rowers Bcc: eve@example.com on Fjord" }
  ])
})

const user = { name: "Ada", email: "ada@example.com" }
const link = { user, url: "https://fjord.example/?token=a", token: "a" }

it("says in a language, and of a kind, what the application wants to have said", async () => {
  const telemark = await openTelemark()
  const fr: Templates = {
    ...en,
    verification: ({ app, name }) => ({
      subject: `Confirmez votre adresse pour ${app}`,
      text: `Bonjour ${name} !`,
      button: "Confirmer"
    })
  }
  const emails = telemarkEmails({ telemark, templates: { en, fr }, app: "Fjord" })
  const french = { headers: new Headers({ "accept-language": "fr" }) }
  await emails.sendVerificationEmail(link, french)
  await emails.sendResetPassword(link, french)
  await emails.sendVerificationEmail({ ...link, token: "b" })
  expect(telemark.mailbox.all().map(({ subject }) => subject)).toEqual([
    "Confirmez votre adresse pour Fjord",
    "Choose a new password for Fjord",
    "Confirm your address for Fjord"
  ])
})

it("gives mail the application's own layout and sender, or makes it of a template of Telemark's", async () => {
  const telemark = await openTelemark()
  await telemark.templates.create({
    id: "reset",
    name: "Reset",
    subject_template: "{{subject}}",
    html: "<p>{{text}} <a href='{{url}}'>Reset</a></p>"
  })
  const emails = telemarkEmails({
    telemark,
    app: "Fjord",
    from: "Accounts <accounts@fjord.example>",
    layout: (mail) =>
      mail.kind === "password-reset"
        ? { template_id: "reset", data: { ...mail.words, ...mail.action } }
        : { ...layout(mail), html: `<h1>${mail.app}</h1>` }
  })
  await emails.sendResetPassword(link)
  expect(telemark.mailbox).toHaveSent({
    from: "Accounts <accounts@fjord.example>",
    subject: "Choose a new password for Fjord",
    html: "<a href='https://fjord.example/?token"
  })
  await emails.sendVerificationEmail(link)
  expect(telemark.mailbox).toHaveSent({ html: "<h1>Fjord</h1>", text: link.url })
})

it("sends over HTTP, once for a token", async () => {
  const telemark = await openTelemark()
  const server = createServer(telemark.nodeHandler)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const { key } = await telemark.apiKeys.create({ name: "auth", scopes: ["email:send"] })
  const client = createClient({ baseUrl: `http://127.0.0.1:${String(port)}/v1`, apiKey: key })
  const emails = telemarkEmails({ telemark: client, app: "Fjord" })
  await emails.sendVerificationEmail(link)
  await emails.sendVerificationEmail(link)
  expect(telemark.mailbox).toHaveSent({ to: user.email, text: link.url, times: 1 })
  expect((await telemark.emails.list({ tag: "auth:verification" })).data).toHaveLength(1)
  await new Promise((resolve) => server.close(resolve))
})

it("has no invitations without their page, and needs a language", async () => {
  const telemark = await openTelemark()
  expect(telemarkEmails({ telemark, app: "Fjord" })).not.toHaveProperty("sendInvitationEmail")
  expect(() => telemarkEmails({ telemark, app: "Fjord", templates: {} })).toThrow(
    "at least one language"
  )
})

it("chooses the language that is read best of those that there are", () => {
  const choose = (wanted?: string) => chooseLocale(["en", "de", "pt-BR"], wanted)
  expect(choose("de-AT")).toBe("de")
  expect(choose("fr, de;q=0.2, en;q=0.7")).toBe("en")
  expect(choose("pt-br")).toBe("pt-BR")
  expect(choose("de;q=0, fr")).toBe("en")
  expect(choose("*")).toBe("en")
  expect(choose("")).toBe("en")
  expect(choose()).toBe("en")
})
