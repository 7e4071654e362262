import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { heavy, linked } from "./heavyMail.js"
import { hasBrowser, startDashboard, type TestDashboard } from "../test/support/startDashboard.js"

const title = "Whatever it says"

/** What a tab of a message may have. */
const maxCharacters = 40_000
const maxElements = 2_000

describe.runIf(hasBrowser())("in a browser, mail that is heavy leaves the page quick", () => {
  let dashboard: TestDashboard
  beforeAll(async () => {
    dashboard = await startDashboard()
  })
  afterAll(() => dashboard.close())

  const send = async (html: string): Promise<string> => {
    const {
      queued: [message]
    } = await dashboard.telemark.emails.send({ to: "ada@example.com", subject: title, html })
    return message?.id ?? ""
  }

  it.each(heavy)("as a message: %s", async (_, html) => {
    const { close, page } = await dashboard.open(`/messages/${await send(html)}`)
    await page.getByRole("tab", { name: "Preview" }).waitFor()
    const show = page.getByRole("button", { name: "Show it" })
    if (await show.isVisible()) await show.click()
    for (const name of ["Source", "Text", "Preview", "Headers"]) {
      await page.getByRole("tab", { name, exact: true }).click()
      // What the page itself lays out: mail is in a frame of its own, and texts are cut.
      const { characters, elements } = await page.locator("[role=tabpanel]").evaluate((panel) => ({
        characters: panel.textContent.length,
        elements: panel.querySelectorAll("*").length
      }))
      expect([name, characters]).toEqual([name, expect.toSatisfy((count) => count < maxCharacters)])
      expect([name, elements]).toEqual([name, expect.toSatisfy((count) => count < maxElements)])
    }
    expect(await page.locator("main h1").innerText()).toBe(title)
    await close()
  })

  it.each(linked)("captured, with its links and what clients support: %s", async (_, html) => {
    const address = `/inbox/${await send(html)}?tab=text`
    const { close, page } = await dashboard.open(address)
    // The page itself reads none of it.
    let workers = 0
    page.on("worker", () => workers++)
    for (const [name, checks] of [
      ["Links", 1],
      ["Compatibility", 2],
      ["Headers", 2]
    ] as const) {
      await page.getByRole("tab", { name, exact: true }).click()
      await page.locator("[role=tabpanel] :is(table, dl)").first().waitFor()
      expect([name, workers]).toEqual([name, checks])
    }
    await page.getByRole("tab", { name: "Links" }).click()
    await page.getByText("This mail is very long.").waitFor()
    await close()
  })
})
