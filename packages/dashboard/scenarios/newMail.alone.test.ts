import { performance } from "node:perf_hooks"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { hasBrowser, startDashboard, type TestDashboard } from "../test/support/startDashboard.js"

describe.runIf(hasBrowser())("in a browser, mail that is captured while somebody looks", () => {
  let dashboard: TestDashboard
  beforeAll(async () => {
    dashboard = await startDashboard()
  }, 60_000)
  afterAll(() => dashboard.close())

  const send = (subject: string) =>
    dashboard.telemark.emails.send({ to: "alan@example.com", subject, text: "Hello." })

  it("appears by itself within a second, as the newest, and many at once soon after", async () => {
    await send("Sent before")
    const { page } = await dashboard.open("/captured")
    // Once the tab's stream of events is open.
    await Promise.all([
      page.waitForResponse((response) => response.url().includes("/events/stream")),
      page.reload()
    ])
    await page.getByRole("link", { name: "Sent before" }).waitFor()
    const took: Array<number> = []
    for (const subject of ["First", "Second", "Third", "Fourth", "Fifth"]) {
      const start = performance.now()
      await send(subject)
      await page.locator("tbody tr").first().getByText(subject, { exact: true }).waitFor()
      took.push(performance.now() - start)
    }
    expect(took.sort((one, other) => one - other)[2]).toBeLessThan(1000)
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => send(`One of many ${String(index)}`))
    )
    await expect
      .poll(() => page.getByRole("link", { name: /^One of many/ }).count(), { timeout: 2_000 })
      .toBe(20)
  })
})
