import { readFile } from "node:fs/promises"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  faultsOf,
  hasBrowser,
  startDashboard,
  type TestDashboard
} from "./support/startDashboard.js"

describe.runIf(hasBrowser())("in a browser, selected messages", () => {
  let dashboard: TestDashboard
  beforeAll(async () => {
    dashboard = await startDashboard()
  })
  afterAll(() => dashboard.close())

  const send = async (name: string, later = false): Promise<string> => {
    const sent = await dashboard.telemark.emails.send({
      to: `${name}@example.com`,
      subject: `To ${name}`,
      text: "Hello.",
      ...(later ? { scheduled_at: new Date(Date.now() + 3_600_000).toISOString() } : {})
    })
    return sent.queued[0]?.id ?? ""
  }
  const statusOf = async (id: string) => (await dashboard.telemark.emails.get(id)).status
  const open = async (names: ReadonlyArray<string>, width = 1280) => {
    const opened = await dashboard.open(`/messages?q=${names[0] ?? ""}`, { width, height: 800 })
    const { page } = opened
    const bar = page.getByRole("group", { name: "Selected messages" })
    const select = (name: string) =>
      page.getByRole("checkbox", { name: `Select To ${name}, to ${name}@example.com` })
    const press = async (name: string) => {
      await bar.getByRole("button", { name }).click()
      const dialog = page.getByRole("dialog")
      const text = await dialog.innerText()
      // Beside "Cancel sending", "Cancel" could be either.
      if (name === "Cancel sending") {
        expect(await dialog.getByRole("button", { name: "Cancel", exact: true }).count()).toBe(0)
        await dialog.getByRole("button", { name: "Keep", exact: true }).waitFor()
      }
      await dialog.getByRole("button", { name }).click()
      await dialog.waitFor({ state: "detached" })
      return text
    }
    return { ...opened, opened, bar, page, press, select }
  }

  it("are cancelled together, as far as they still wait", async () => {
    const ids = [await send("wait1", true), await send("wait2", true), await send("gone")]
    await expect.poll(() => statusOf(ids[2] ?? "")).toBe("sent")
    const { bar, opened, page, press, select } = await open(["example.com"])
    for (const name of ["wait1", "wait2", "gone"]) await select(name).check()
    await bar.getByText("3 selected").waitFor()
    expect(await faultsOf(opened, dashboard.origin)).toEqual([])
    expect(await press("Cancel sending")).toContain("too late to cancel 1 of the selected")
    await page.getByText("2 emails were cancelled.").waitFor()
    expect(await Promise.all(ids.map(statusOf))).toEqual(["failed", "failed", "sent"])
    await bar.waitFor({ state: "detached" })
  })

  it("are all selected at once, sent again, and their recipients suppressed, each once", async () => {
    for (const name of ["pair", "pair", "single"]) await send(name)
    const { bar, page, press, select } = await open(["pair"])
    await page.getByRole("checkbox", { name: "Select all on this page" }).check()
    await bar.getByText("2 selected").waitFor()
    expect(await press("Suppress recipients")).toContain("Send nothing more to 1 address?")
    await page.getByText("1 address is suppressed.").waitFor()
    expect(await dashboard.telemark.suppressions.check("pair@example.com")).toMatchObject({
      suppressed: true
    })
    await select("pair").first().check()
    await press("Send again")
    await page.getByText("0 emails were sent again.").waitFor()
    await dashboard.telemark.suppressions.remove("pair@example.com")
    await select("pair").first().check()
    await press("Send again")
    await page.getByText("1 email was sent again.").waitFor()
    await expect.poll(() => select("pair").count()).toBe(3)
  })

  it("are saved as the lines that the table of all messages has of them", async () => {
    for (const [name, subject] of [
      ["table1", "=1+1"],
      ["table2", 'Your "order", Ada'],
      ["table3", "Left out"]
    ] as const)
      await dashboard.telemark.emails.send({ to: `${name}@example.com`, subject, text: "Hello." })
    const { bar, page } = await open(["table"])
    const boxes = page.getByRole("checkbox", { name: /^Select (?!all)/ })
    await expect.poll(() => boxes.count()).toBe(3)
    await expect
      .poll(() => page.locator("tbody").getByText("Sent", { exact: true }).count())
      .toBe(3)
    for (const name of ["table1", "table2"])
      await page.getByRole("checkbox", { name: `${name}@example.com` }).check()
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      bar.getByRole("button", { name: "Export CSV" }).click()
    ])
    expect(file.suggestedFilename()).toBe("emails.csv")
    let all = ""
    for await (const text of dashboard.telemark.emails.export({ q: "table" })) all += text
    const lines = all.split("\r\n").filter((line) => !line.includes("table3"))
    expect((await readFile(await file.path(), "utf8")).split("\r\n")).toEqual(lines)
    await bar.getByText("2 selected").waitFor()
  })

  it("are chosen on a phone as well, where only the rest of a row is a link", async () => {
    await send("phone")
    const { bar, page, select } = await open(["phone"], 390)
    const [box, text] = [
      await select("phone").boundingBox(),
      await page.getByRole("link", { name: "To phone" }).boundingBox()
    ]
    expect(text?.x).toBeGreaterThan((box?.x ?? Infinity) + (box?.width ?? 0))
    await select("phone").click()
    await bar.getByText("1 selected").waitFor()
    await bar.getByRole("button", { name: "Clear selection" }).click()
    await bar.waitFor({ state: "detached" })
    await page.getByRole("link", { name: "To phone" }).click()
    await page.getByRole("heading", { name: "To phone" }).waitFor()
  })
})
