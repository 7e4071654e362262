import "@telemark/testing/vitest"
import { startDnsPeer } from "@telemark/testing"
import { describe, expect, it } from "vitest"
import { mailTo, open } from "./support.js"

describe("a Telemark for tests that asks the DNS peer", () => {
  it("verifies a domain once its records are there, and signs what the mailbox holds", async () => {
    await using dns = await startDnsPeer()
    const telemark = await open({ dnsServers: [dns.address], spf: "a mx" })
    const { dns_records } = await telemark.domains.add({ domain: "example.com" })
    expect((await telemark.domains.verify("example.com")).ready_to_send).toBe(false)
    for (const { host, value } of dns_records) dns.set(host, "TXT", [value])
    expect((await telemark.domains.verify("example.com")).ready_to_send).toBe(true)
    await telemark.emails.send(mailTo("ada@example.net"))
    expect(telemark.mailbox).toHaveSent({
      to: "ada@example.net",
      headers: { "DKIM-Signature": /d=example\.com/ }
    })
    expect(Buffer.from(telemark.mailbox.last()?.source ?? []).toString()).toMatch(
      /^DKIM-Signature: /
    )
  })
})
