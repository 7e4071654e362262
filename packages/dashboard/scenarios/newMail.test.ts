import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { hasBrowser, startDashboard, type TestDashboard } from "../test/support/startDashboard.js"

describe.runIf(hasBrowser())("in a browser, mail that is captured while somebody looks", () => {
  let dashboard: TestDashboard
  beforeAll(async () => {
    dashboard = await startDashboard()
  })
  afterAll(() => dashboard.close())

  const send = (subject: string) =>
    dashboard.telemark.emails.send({ to: "alan@example.com", subject, text: "Hello." })

  it("appears by itself, as the newest, and many at once are asked for together", async () => {
    await send("Sent before")
    const { page } = await dashboard.open("/inbox")
    // Without timers that come again, nothing is asked for by time.
    await page.addInitScript(() => {
      Object.assign(window, { setInterval: () => 0 })
    })
    // Once the tab's stream of events is open.
    await Promise.all([
      page.waitForResponse((response) => response.url().includes("/events/stream")),
      page.reload()
    ])
    await page.getByRole("link", { name: "Sent before" }).waitFor()
    for (const subject of ["First", "Second", "Third", "Fourth", "Fifth"]) {
      await send(subject)
      await page.locator("tbody tr").first().getByText(subject, { exact: true }).waitFor()
    }
    let asked = 0
    page.on("request", (request) => {
      if (new URL(request.url()).pathname.endsWith("/inbox")) asked++
    })
    const many = 20
    await Promise.all(
      Array.from({ length: many }, (_, index) => send(`One of many ${String(index)}`))
    )
    await page
      .getByRole("link", { name: /^One of many/ })
      .nth(many - 1)
      .waitFor()
    expect(asked).toBeGreaterThan(0)
    expect(asked).toBeLessThan(many)
  })
})
