import { smtp } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { say, startSmtpPeer } from "@telemark/testing"
import { createTelemark } from "telemark"
import { describe, expect, it } from "vitest"

describe("mail to a relay whose TLS can't be set up", () => {
  it("is sent in clear, as the timeline says", async () => {
    await using relay = await startSmtpPeer({
      tls: {},
      rules: [say("starttls", "454 4.7.0 TLS not available")]
    })
    await using telemark = await createTelemark({
      storage: sqlite({ filename: ":memory:" }),
      transport: smtp({ url: relay.url }),
      from: "shop@example.com",
      logLevel: "None"
    })
    const {
      queued: [email]
    } = await telemark.emails.send({ to: "ada@example.org", subject: "Hello", text: "Hello" })
    await telemark.deliverDue()
    const { data } = await telemark.emails.events(email?.id ?? "")
    expect(data).toMatchObject([
      {
        type: "email.sent",
        tls: null,
        message: expect.stringMatching(
          /^Attempt 1 via smtp \(.*, in clear\): the mail server took/
        ) as unknown
      }
    ])
    expect(relay.mails).toMatchObject([{ isSecure: false }])
  })
})
