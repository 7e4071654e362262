import { createTestTelemark } from "@telemark/testing"
import "@telemark/testing/vitest"
import { afterEach, expect, it, vi } from "vitest"
import { chooseLocale } from "../src/locale.js"
import { telemarkEmails } from "../src/telemarkEmails.js"
import { de, en } from "../src/templates.js"

afterEach(() => vi.useRealTimers())

const open = async () => {
  const telemark = await createTestTelemark({ from: "hello@fjord.example" })
  const emails = telemarkEmails({
    telemark,
    templates: { en, de },
    app: "Fjord",
    invitationUrl: (id) => `https://fjord.example/invitations/${id}`
  })
  return { telemark, emails, [Symbol.asyncDispose]: () => telemark.close() }
}

it("sends once for a token, however often it is called", async () => {
  await using opened = await open()
  const { emails, telemark } = opened
  const link = { email: "ada@example.com", url: "https://fjord.example/?token=a", token: "a" }
  await Promise.all([emails.sendMagicLink(link), emails.sendMagicLink(link)])
  await emails.sendMagicLink(link)
  expect(telemark.mailbox).toHaveSent({ to: "ada@example.com", times: 1 })
  await emails.sendMagicLink({ ...link, url: "https://fjord.example/?token=b", token: "b" })
  expect(telemark.mailbox).toHaveSent({ to: "ada@example.com", times: 2 })
})

it("sends a code again that is asked for again", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-01-31T09:00:00Z") })
  await using opened = await open()
  const { emails, telemark } = opened
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
  await using opened = await open()
  const { emails, telemark } = opened
  await emails.sendInvitationEmail(invitation("Rowers", at))
  await emails.sendInvitationEmail(invitation("Rowers", at))
  expect(telemark.mailbox).toHaveSent({ to: "bob@example.com", times: 1 })
  await emails.sendInvitationEmail(invitation("Rowers", new Date("2026-02-01T09:00:00Z")))
  expect(telemark.mailbox).toHaveSent({ to: "bob@example.com", times: 2 })
})

it("keeps a subject on one line, whatever a name contains", async () => {
  await using opened = await open()
  const { emails, telemark } = opened
  await emails.sendInvitationEmail(invitation("Rowers\r\nBcc: eve@example.com", at))
  expect(telemark.mailbox.all().map(({ subject, to }) => ({ subject, to }))).toEqual([
    { to: "bob@example.com", subject: "You are invited to Rowers Bcc: eve@example.com on Fjord" }
  ])
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
