import { startWebhookPeer, type WebhookPeer } from "@telemark/testing"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  faultsOf,
  hasBrowser,
  looks,
  startDashboard,
  type TestDashboard
} from "./support/startDashboard.js"

describe.runIf(hasBrowser())("in a browser, webhooks", () => {
  let dashboard: TestDashboard
  let peer: WebhookPeer
  beforeAll(async () => {
    peer = await startWebhookPeer()
    dashboard = await startDashboard()
  })
  afterAll(async () => {
    await dashboard.close()
    await peer.close()
  })

  /** An endpoint at which one mail's event was accepted and another refused. */
  const endpointWithHistory = async (path: string) => {
    const made = await dashboard.telemark.webhookEndpoints.create({
      url: `${peer.url}${path}`,
      events: ["email.sent"]
    })
    const send = (to: string) =>
      dashboard.telemark.emails.send({ to, subject: "Hello", text: "Hello" })
    peer.answer({ status: 200, body: "thanks" })
    await send("accepted@example.com")
    await dashboard.telemark.deliverDue()
    peer.answer({ status: 503, body: '{"error":"moving"}' })
    await send("refused@example.com")
    await dashboard.telemark.deliverDue()
    peer.answer({ status: 200, body: "ok" })
    return made
  }

  it.each(looks)("are accessible and fit: %s", async (name, options) => {
    const { id } = await endpointWithHistory(`/${name.replaceAll(/\W/g, "")}`)
    for (const path of ["/webhooks", `/webhooks/${String(id)}`]) {
      const opened = await dashboard.open(path, options)
      await opened.page.getByRole("table").waitFor()
      expect(await faultsOf(opened, dashboard.origin)).toEqual([])
      if (path !== "/webhooks") {
        await opened.page.locator(".row-actions button").first().click()
        await opened.page.locator("dialog pre").first().waitFor()
        expect(await faultsOf(opened, dashboard.origin)).toEqual([])
      }
      await opened.close()
    }
    await dashboard.telemark.webhookEndpoints.remove(id)
  })

  it("creates an endpoint; its secret is shown once, with code that verifies what it then gets", async () => {
    const { page } = await dashboard.open("/webhooks")
    await page.getByRole("button", { name: "Create endpoint" }).click()
    const dialog = page.getByRole("dialog", { name: "Create endpoint" })
    await dialog.getByLabel("URL").fill("ftp://example.com")
    await dialog.getByRole("button", { name: "Create" }).click()
    await dialog.getByLabel("URL").and(dialog.locator("[aria-invalid=true]:focus")).waitFor()
    await dialog.getByLabel("URL").fill(`${peer.url}/made`)
    await dialog.getByRole("checkbox", { name: "email.opened" }).check()
    await dialog.getByRole("button", { name: "Create" }).click()
    const shown = page.getByRole("dialog", { name: "The secret that signs its requests" })
    const secret = await shown.getByRole("region", { name: "Secret" }).innerText()
    const codes: Array<string> = []
    for (const header of ["Standard Webhooks", "X-Service-Signature"]) {
      await shown.getByLabel("Header").selectOption(header)
      codes.push(await shown.getByRole("region", { name: "Code in Node.js" }).innerText())
    }
    await shown.getByRole("tab", { name: "Ruby" }).click()
    await shown.getByRole("region", { name: "Code in Ruby" }).waitFor()
    await shown.getByRole("button", { name: "Done" }).click()
    await page.getByRole("heading", { name: `${peer.url}/made` }).waitFor()
    expect(await page.content()).not.toContain(secret)
    const [made] = (await dashboard.telemark.webhookEndpoints.list()).data
    expect(made).toMatchObject({
      url: `${peer.url}/made`,
      events: [
        "email.delivered",
        "email.bounced",
        "email.complained",
        "email.failed",
        "email.opened"
      ]
    })

    await dashboard.telemark.webhookEndpoints.test(made?.id ?? 0, { type: "email.opened" })
    const { body, headers } = peer.requests.at(-1)!
    const folder = await mkdtemp(join(tmpdir(), "snippets-"))
    for (const [index, code] of codes.entries()) {
      const file = join(folder, `verify${String(index)}.mjs`)
      await writeFile(file, code)
      const { verify } = (await import(file)) as {
        readonly verify: (
          body: Buffer,
          headers: Readonly<Record<string, string>>,
          secret: string
        ) => boolean
      }
      expect([
        verify(Buffer.from(body), headers, secret),
        verify(Buffer.from(`${body} `), headers, secret),
        verify(Buffer.from(body), headers, "whsec_b3RoZXI=")
      ]).toEqual([true, false, false])
    }
    await rm(folder, { recursive: true })
  })

  it("posts a test of each kind and shows what was answered", async () => {
    const { id } = await dashboard.telemark.webhookEndpoints.create({
      url: `${peer.url}/tested`,
      events: ["email.sent"]
    })
    const opened = await dashboard.open(`/webhooks/${String(id)}`)
    const { page } = opened
    peer.answer(({ body }) =>
      body.includes("email.bounced")
        ? { status: 500, body: "broken" }
        : { status: 202, body: "taken" }
    )
    await page.getByRole("button", { name: "Send test" }).click()
    const dialog = page.getByRole("dialog", { name: "Send a test event" })
    await dialog.getByLabel("Kind").selectOption("One of each kind")
    await dialog.getByRole("button", { name: "Send", exact: true }).click()
    await dialog.getByRole("listitem").nth(8).waitFor()
    expect(await dialog.getByText("taken", { exact: true }).count()).toBe(8)
    await dialog
      .getByText("The endpoint answered 500. Only a 2xx answer confirms the event.")
      .waitFor()
    expect(await faultsOf(opened, dashboard.origin)).toEqual([])
    peer.answer({ status: 200, body: "ok" })
    await dashboard.telemark.webhookEndpoints.remove(id)
  })

  it("shows deliveries by outcome, with what was posted and answered, and delivers one again and a time", async () => {
    const { id } = await endpointWithHistory("/replayed")
    const { page } = await dashboard.open(`/webhooks/${String(id)}`)
    await page.getByLabel("Outcome").selectOption("Failed")
    await page.getByText("The endpoint answered 503.").waitFor()
    await expect.poll(() => page.getByRole("table").getByRole("row").count()).toBe(2)
    await page.getByRole("button", { name: "Show: email.sent" }).click()
    const dialog = page.getByRole("dialog", { name: "Delivery of email.sent" })
    await dialog.getByRole("region", { name: "Request" }).waitFor()
    const posted = JSON.parse(
      await dialog.getByRole("region", { name: "Request" }).innerText()
    ) as { readonly data: { readonly recipient: string } }
    expect(posted.data.recipient).toBe("refused@example.com")
    expect(posted).toEqual(JSON.parse(peer.requests.at(-1)!.body))
    expect(await dialog.getByRole("region", { name: "Response" }).innerText()).toContain("moving")
    const before = peer.requests.length
    await dialog.getByRole("button", { name: "Deliver again" }).click()
    await page.getByText("1 event is delivered again.").waitFor()
    await dashboard.telemark.deliverDue()
    expect(peer.requests.length).toBe(before + 1)

    await page.getByRole("button", { name: "Replay" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Replay" }).click()
    await page.getByText(/\d+ events are delivered again\./).waitFor()
    await dashboard.telemark.deliverDue()
    expect(peer.requests.slice(before + 1).map(({ path }) => path)).toContain("/replayed")
    await dashboard.telemark.webhookEndpoints.remove(id)
  })

  it("shows when the next attempt is due, or that it is", async () => {
    const { id } = await endpointWithHistory("/due")
    const { page } = await dashboard.open(`/webhooks/${String(id)}`)
    const dialog = page.getByRole("dialog", { name: "Delivery of email.sent" })
    const next = dialog.locator("dt", { hasText: "Next attempt" }).locator("+ dd")
    const show = async () => {
      await page.getByRole("button", { name: "Show: email.sent" }).first().click()
      return next.innerText()
    }
    await page.clock.setFixedTime(Date.now() - 3_600_000)
    await page.reload()
    expect(await show()).toMatch(/^in /)
    await page.clock.setFixedTime(Date.now() + 3_600_000)
    await page.reload()
    expect(await show()).toBe("due now")
    await dashboard.telemark.webhookEndpoints.remove(id)
  })

  it("changes, deactivates, activates and removes an endpoint, and exchanges its secret", async () => {
    const { id, secret } = await dashboard.telemark.webhookEndpoints.create({
      url: `${peer.url}/changed`,
      events: ["email.sent"]
    })
    const { page } = await dashboard.open(`/webhooks/${String(id)}`)
    await page.getByRole("button", { name: "Edit" }).click()
    await page.getByRole("dialog").getByRole("checkbox", { name: "email.clicked" }).check()
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click()
    await page.locator("dd").getByText("email.clicked").waitFor()
    await page.getByRole("button", { name: "Rotate secret" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Rotate secret" }).click()
    const shown = page.getByRole("dialog", { name: "The next secret" })
    expect(await shown.getByRole("region", { name: "Secret" }).innerText()).not.toBe(secret)
    await shown.getByRole("button", { name: "Done" }).click()
    await page.getByRole("button", { name: "Deactivate" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Deactivate" }).click()
    await page.getByRole("button", { name: "Activate", exact: true }).click()
    await page.getByText("The endpoint gets events from now on.").waitFor()
    expect(await dashboard.telemark.webhookEndpoints.get(id)).toMatchObject({
      active: true,
      events: ["email.sent", "email.clicked"]
    })
    await page.getByRole("button", { name: "Remove" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click()
    await page.getByText("The endpoint was removed.").waitFor()
    await expect(dashboard.telemark.webhookEndpoints.get(id)).rejects.toMatchObject({
      _tag: "NotFound"
    })
  })

  it("are the operator's on a page of their own, with the events of all tenants", async () => {
    const { page } = await dashboard.open("/operator-webhooks")
    await page.getByRole("button", { name: "Create endpoint" }).click()
    const dialog = page.getByRole("dialog", { name: "Create endpoint" })
    await dialog.getByLabel("URL").fill(`${peer.url}/operator`)
    await dialog.getByRole("checkbox", { name: "tenant.warned" }).uncheck()
    expect(await dialog.getByRole("checkbox").count()).toBe(4)
    await dialog.getByRole("button", { name: "Create" }).click()
    await page.getByRole("button", { name: "Done" }).click()
    await page.getByRole("heading", { name: `${peer.url}/operator` }).waitFor()
    await dashboard.telemark.tenants.create({ name: "watched" })
    await dashboard.telemark.deliverDue()
    await page.getByRole("button", { name: "Show: audit.recorded" }).first().click()
    const shown = page.getByRole("dialog", { name: "Delivery of audit.recorded" })
    await shown.getByRole("region", { name: "Request" }).waitFor()
    expect(await shown.getByRole("region", { name: "Request" }).innerText()).toContain(
      "tenants.create"
    )
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "Send test" }).click()
    const test = page.getByRole("dialog", { name: "Send a test event" })
    await test.getByLabel("Kind").selectOption("One of each kind")
    await test.getByRole("button", { name: "Send" }).click()
    await expect.poll(() => test.getByRole("listitem").count()).toBe(4)
    await page.goto(new URL("/operator-webhooks", page.url()).href)
    await page.getByText("3 events").waitFor()
    const [made] = (await dashboard.telemark.operatorWebhookEndpoints.list()).data
    expect(made?.events).toEqual(["audit.recorded", "tenant.paused", "tenant.resumed"])
    expect((await dashboard.telemark.webhookEndpoints.list()).data).not.toContainEqual(
      expect.objectContaining({ id: made?.id })
    )
    await page.close()
  })
})
