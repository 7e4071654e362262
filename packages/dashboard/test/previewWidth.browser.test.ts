import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { hasBrowser, startDashboard, type TestDashboard } from "./support/startDashboard.js"

describe.runIf(hasBrowser())("in a browser, the preview of a mail", () => {
  let dashboard: TestDashboard
  beforeAll(async () => {
    dashboard = await startDashboard()
  })
  afterAll(() => dashboard.close())

  it("has a phone's width on a phone, and a desktop's elsewhere, until somebody chooses", async () => {
    const { queued } = await dashboard.telemark.emails.send({
      to: "ada@example.com",
      subject: "Hello",
      html: "<p>Hello</p>"
    })
    const path = `/messages/${queued[0]?.id ?? ""}`
    const onPhone = (await dashboard.open(path, { width: 390, height: 844 })).page
    const onDesktop = (await dashboard.open(path)).page
    const chosen = { name: "Phone", pressed: true }
    await onPhone.getByRole("button", chosen).waitFor()
    await onDesktop.getByRole("button", { name: "Desktop", pressed: true }).waitFor()
    await onPhone.getByRole("button", { name: "Desktop" }).click()
    await onPhone.waitForURL("**?width=desktop")
    await onPhone.reload()
    await onPhone.getByRole("button", { name: "Desktop", pressed: true }).waitFor()
    expect(await onPhone.getByRole("button", chosen).count()).toBe(0)
  })
})
