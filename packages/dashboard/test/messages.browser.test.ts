import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  faultsOf,
  hasBrowser,
  looks,
  startDashboard,
  type TestDashboard
} from "./support/startDashboard.js"

const logo =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="

describe.runIf(hasBrowser())("in a browser, messages", () => {
  let dashboard: TestDashboard
  let receipt = ""
  let bounced = ""
  let scheduled = ""

  const send = async (
    request: Parameters<TestDashboard["telemark"]["emails"]["send"]>[0]
  ): Promise<string> => (await dashboard.telemark.emails.send(request)).queued[0]?.id ?? ""

  beforeAll(async () => {
    dashboard = await startDashboard()
    receipt = await send({
      to: "Ada Lovelace <ada@example.com>",
      cc: "accounts@example.com",
      subject: "Your receipt 1042",
      reply_to: "help@example.com",
      tags: { order: "1042" },
      metadata: { order: 1042 },
      html: `<h1 style="color:#345">Thank you, Ada</h1><p>Your <a href="https://shop.example/orders/1042">order</a> is on its way.</p><img src="cid:logo" alt="Shop">`,
      attachments: [
        { filename: "receipt.pdf", content: "JVBERi0xLjcK" },
        { filename: "logo.png", content: logo, content_id: "logo" }
      ]
    })
    bounced = await send({
      to: "bounced@telemark.test",
      subject: "Your invoice",
      text: "It is attached."
    })
    scheduled = await send({
      to: "grace@example.org",
      subject: "Your trial ends",
      text: "Tomorrow.",
      scheduled_at: new Date(Date.now() + 3_600_000).toISOString()
    })
    for (let index = 0; index < 60; index += 1)
      await send({
        to: `user${String(index)}@example.net`,
        subject: `News ${String(index)}`,
        text: "Hello."
      })
  })
  afterAll(() => dashboard.close())

  it.each(looks)(
    "are accessible, fit, and ask no other host for anything: %s",
    async (_, options) => {
      const paths = [
        "/messages",
        "/messages?status=failed&tag=a:b&period=own",
        "/messages?q=nothing",
        ...["", "?tab=headers", "?tab=attachments"].map((tab) => `/messages/${receipt}${tab}`),
        `/messages/${bounced}?tab=source`
      ]
      for (const path of paths) {
        const opened = await dashboard.open(path, options)
        await opened.page
          .locator("main table, main [role=tabpanel], main .empty h2")
          .first()
          .waitFor()
        expect(await faultsOf(opened, dashboard.origin), path).toEqual([])
        await opened.close()
      }
    }
  )

  it("are found by a word of subject, recipient, sender or tag, and by id, in one field", async () => {
    const { page } = await dashboard.open("/messages")
    await page.keyboard.press("/")
    const field = page.getByRole("searchbox", { name: "Search messages" })
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
    for (const [words, count] of [
      ["ada", 1],
      ["Lovelace", 1],
      ["receipt", 2],
      ["rec accounts", 1],
      ["example.org", 1],
      ["order 1042", 2],
      [receipt, 1]
    ] as const) {
      await field.fill(words)
      await page.waitForURL((url) => url.searchParams.get("q") === words)
      await expect.poll(() => page.locator("tbody tr").count(), { message: words }).toBe(count)
    }
    await page.reload()
    await expect.poll(() => page.locator("tbody tr").count()).toBe(1)
    await page.getByRole("cell", { name: "Your receipt 1042", exact: true }).waitFor()
    await field.fill("nothing")
    await page.getByRole("heading", { name: "No message matches" }).waitFor()
  })

  it("are searched by words with a pause between them, and no space or letter is lost", async () => {
    const { page } = await dashboard.open("/messages")
    const field = page.getByRole("searchbox")
    await field.focus()
    await page.keyboard.type("your ")
    await page.waitForURL(/[?&]q=your(&|$)/)
    await page.getByRole("cell", { name: "Your trial ends", exact: true }).waitFor()
    await page.keyboard.type("trial")
    expect(await field.inputValue()).toBe("your trial")
    await page.waitForURL(/[?&]q=your(\+|%20)trial/)
    await page.goBack()
    await expect.poll(() => field.inputValue()).toBe("")
  })

  it("are filtered at once by what is chosen from the menu, with the keyboard alone, and the address shows which", async () => {
    const { page } = await dashboard.open("/messages")
    const menu = page.getByRole("button", { name: "Filter", exact: true })
    const press = async (...keys: ReadonlyArray<string>) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    await menu.focus()
    await press("Enter")
    await page.getByRole("dialog").getByRole("button", { name: "Status" }).press("Enter")
    await page.getByRole("dialog").getByRole("button", { name: "Bounced" }).press("Enter")
    await page.waitForURL(/status=bounced/)
    await page.getByRole("button", { name: "Status: Bounced", exact: true }).waitFor()
    await page.getByRole("cell", { name: "Your invoice", exact: true }).waitFor()
    await expect.poll(() => page.locator("tbody tr").count()).toBe(1)
    await expect.poll(() => menu.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.getByRole("button", { name: "Remove filter: Status" }).click()
    await page.waitForURL((url) => !url.searchParams.has("status"))
    await menu.press("Enter")
    await press("Escape")
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0)
  })

  it("lose one filter after another to the browser's Back, and a search at once", async () => {
    const { page } = await dashboard.open("/messages")
    const menu = page.getByRole("dialog")
    const choose = async (filter: string, value: string) => {
      await page.getByRole("button", { name: "Filter", exact: true }).click()
      await menu.getByRole("button", { name: filter, exact: true }).click()
      await menu.getByRole("button", { name: value, exact: true }).click()
    }
    await choose("Status", "Bounced")
    await choose("Time", "Last hour")
    const field = page.getByRole("searchbox", { name: "Search messages" })
    for (const words of ["inv", "invoice"]) {
      await field.fill(words)
      await page.waitForURL((url) => url.searchParams.get("q") === words)
    }
    for (const left of ["?status=bounced&period=1h", "?status=bounced", ""]) {
      await page.goBack()
      await page.waitForURL((url) => url.pathname === "/messages" && url.search === left)
      await expect.poll(() => field.inputValue()).toBe("")
    }
    await page.getByRole("cell", { name: "News 59", exact: true }).waitFor()
  })

  it("say once which filter is wrong, where it stands", async () => {
    const { page } = await dashboard.open("/messages")
    await page.getByRole("button", { name: "Filter", exact: true }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Recipient", exact: true }).click()
    await page.getByRole("dialog").getByLabel("Recipient").fill("nobody")
    await page.keyboard.press("Enter")
    await page.getByText("must be an email address").waitFor()
    expect(await page.getByText("must be an email address").count()).toBe(1)
    expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0)
    await page.getByRole("button", { name: "Remove filter: Recipient" }).click()
    await page.getByRole("cell", { name: "News 59", exact: true }).waitFor()
  })

  it("stand in two lines each on a phone, without repeated names", async () => {
    const { page } = await dashboard.open("/messages", { width: 390, height: 844 })
    await page.getByRole("cell", { name: "News 59", exact: true }).waitFor()
    const heights = await page
      .locator("tbody tr")
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
    expect(heights).toHaveLength(50)
    expect(Math.max(...heights)).toBeLessThan(75)
    expect(await page.locator("tbody [data-label]").count()).toBe(0)
    // A status with a time, which is wide, leaves the subject above it its place.
    await page.goto(`${dashboard.origin}/messages?subject=your%20trial`)
    const [cell, badge] = await Promise.all([
      page.getByRole("cell", { name: "Your trial ends", exact: true }).boundingBox(),
      page.locator("tbody .badge", { hasText: "Scheduled" }).boundingBox()
    ])
    expect((cell?.x ?? 0) + (cell?.width ?? 0)).toBeGreaterThan((badge?.x ?? Infinity) + 40)
  })

  it("are saved as CSV as they are filtered", async () => {
    const { page } = await dashboard.open("/messages?subject=your%20invoice")
    await page.getByRole("cell", { name: "Your invoice", exact: true }).waitFor()
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export CSV" }).click()
    ])
    expect(file.suggestedFilename()).toBe("emails.csv")
    expect(file.url()).toContain("subject=your+invoice")
  })

  it("are turned page by page, and go back with the browser", async () => {
    const { page } = await dashboard.open("/messages")
    await page.getByRole("cell", { name: "News 59", exact: true }).waitFor()
    await page.getByRole("button", { name: "Next" }).click()
    await page.getByRole("cell", { name: "Your invoice", exact: true }).waitFor()
    await page.goBack()
    await page.getByRole("cell", { name: "News 59", exact: true }).waitFor()
  })

  it("are opened with the keyboard alone", async () => {
    const { page } = await dashboard.open("/messages?subject=your%20trial")
    const link = page.getByRole("link", { name: "Your trial ends" })
    await link.focus()
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Your trial ends" }).waitFor()
  })

  it("show what became of them: the verdict, each attempt with the server's reply, and what they say", async () => {
    const { page } = await dashboard.open(`/messages/${bounced}`)
    const { summary } = await dashboard.telemark.emails.events(bounced)
    await page.getByText(summary).waitFor()
    await page.getByRole("heading", { name: "History" }).waitFor()
    expect(await page.getByText("550 5.1.1").count()).toBeGreaterThan(0)
    expect(await page.getByRole("region", { name: "Plain text" }).innerText()).toBe(
      "It is attached."
    )
  })

  it("show html as on a phone and in the dark, with the images that they carry, and say where a link leads", async () => {
    const { page } = await dashboard.open(`/messages/${receipt}`)
    const frame = page.frameLocator("iframe")
    await frame.getByText("Thank you, Ada").waitFor()
    await expect
      .poll(() => frame.locator("img").getAttribute("src"))
      .toMatch(/^data:image\/png;base64,/)
    await page.getByRole("button", { name: "Phone" }).click()
    await page.getByRole("button", { name: "Dark" }).click()
    await page.waitForURL(/width=phone&client=dark/)
    expect((await page.locator("iframe").boundingBox())?.width).toBe(375)
    await frame.getByRole("link", { name: "order" }).click()
    await page.getByText("https://shop.example/orders/1042").waitFor()
  })

  it("let their files and source be saved", async () => {
    const { page } = await dashboard.open(`/messages/${receipt}?tab=attachments`)
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download: receipt.pdf" }).click()
    ])
    expect(file.suggestedFilename()).toBe("receipt.pdf")
    await page.getByRole("tab", { name: "Source" }).click()
    await page.getByText("The mail as it was captured.").waitFor()
    expect(await page.getByRole("region", { name: "Source" }).innerText()).toContain(
      "Subject: Your receipt 1042"
    )
    await page.getByRole("tab", { name: "Headers" }).click()
    await page.getByRole("cell", { name: "Reply-To", exact: true }).waitFor()
  })

  it("are sent again, and not while the recipient is suppressed", async () => {
    const { page } = await dashboard.open(`/messages/${receipt}`)
    await page.getByRole("button", { name: "Send again" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Send again" }).click()
    await page.getByText("This is the new email.").waitFor()
    await page.waitForURL((url) => !url.pathname.includes(receipt))
    const suppress = async () => {
      await page.getByRole("button", { name: "Suppress recipient" }).click()
      await page.getByRole("dialog").getByRole("button", { name: "Suppress recipient" }).click()
      await page.getByText("This recipient is suppressed since").waitFor()
    }
    await suppress()
    const suppressed = page.url()
    expect(await page.getByRole("button", { name: "Send again", exact: true }).count()).toBe(0)
    await page.getByRole("button", { name: "Allow and send again" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Allow and send again" }).click()
    await page.waitForURL((url) => url.href !== suppressed)
    await suppress()
    await page.getByRole("button", { name: "Allow mail again" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Allow mail again" }).click()
    await page.getByRole("button", { name: "Suppress recipient" }).waitFor()
    expect(await dashboard.telemark.suppressions.check("ada@example.com")).toMatchObject({
      suppressed: false
    })
  })

  it("show when they go if they are scheduled, until that time has come", async () => {
    const { page } = await dashboard.open("/messages?subject=your%20trial")
    const status = page.getByRole("row", { name: "Your trial ends" }).locator(".badge")
    const at = (await dashboard.telemark.emails.get(scheduled)).scheduled_at
    await status.getByText(/^Scheduled/).waitFor()
    expect(await status.locator("time").getAttribute("datetime")).toBe(at)
    await page.getByRole("link", { name: "Your trial ends" }).click()
    await page.getByText("its first attempt is due then").waitFor()
    expect(await page.locator("main .badge").innerText()).toBe("Scheduled")
    const next = page.getByRole("listitem").filter({ hasText: "Scheduled for" })
    expect(await next.locator("time").getAttribute("datetime")).toBe(at)

    const { page: later } = await dashboard.open("/")
    await later.clock.setFixedTime(Date.now() + 7_200_000)
    await later.goto(page.url())
    await later.locator("main .badge").getByText("Queued").waitFor()
    await later
      .getByRole("listitem")
      .filter({ hasText: "Scheduled for" })
      .getByText("due now")
      .waitFor()
  })

  describe("in a list, whose entries leave out what is scheduled and what was cancelled", () => {
    let looked: Readonly<Record<"sent" | "delivered" | "deferred" | "cancelled" | "later", string>>

    beforeAll(async () => {
      const about = async (to: string, rest: object = {}) =>
        send({ to, subject: "Looked up", text: "Hello.", ...rest })
      const later = { scheduled_at: new Date(Date.now() + 3_600_000).toISOString() }
      looked = {
        sent: await about("sent@example.com"),
        delivered: await about("delivered@telemark.test"),
        deferred: await about("deferred@telemark.test"),
        cancelled: await about("cancelled@example.com", later),
        later: await about("later@example.com", later)
      }
      await dashboard.telemark.emails.cancel(looked.cancelled)
    })

    const open = async (
      options: Parameters<TestDashboard["open"]>[1] = {},
      isAnswered: (id: string) => Promise<boolean> = () => Promise.resolve(true)
    ) => {
      for (const name of ["sent", "delivered", "deferred"] as const)
        await expect
          .poll(async () => (await dashboard.telemark.emails.get(looked[name])).status)
          .toBe(name)
      const { page } = await dashboard.open("/templates", options)
      const asked: Array<string> = []
      await page.route("**/v1/emails/em_*", async (route) => {
        const id = route.request().url().split("/").at(-1) ?? ""
        asked.push(id)
        await ((await isAnswered(id)) ? route.continue() : route.fulfill({ status: 403, json: {} }))
      })
      const badge = (to: string) => page.getByRole("row").filter({ hasText: to }).locator(".badge")
      const show = () => page.goto(`${dashboard.origin}/messages?subject=looked%20up`)
      return { asked, badge, page, show }
    }
    const gate = () => {
      let open = (): void => undefined
      const opened = new Promise<void>((resolve) => {
        open = resolve
      })
      return {
        open: () => {
          open()
        },
        opened
      }
    }

    /** All but a status and its recipient, who share a line there. */
    const onPhone = "tbody tr, td:has(input), td:has(a), td:has(.muted time)"

    it.each([
      ["1280 pixels wide", {}, "Queued", "Scheduled"],
      ["1280 pixels wide, in German", { locale: "de-DE" }, "In der Warteschlange", "Geplant"],
      ["800 pixels wide", { width: 800 }, "Queued", "Scheduled"],
      ["390 pixels wide", { width: 390 }, "Queued", "Scheduled"]
    ] as const)(
      "have their plain status until they are looked up, and nothing moves then: %s",
      async (_, options, before, after) => {
        const answers = gate()
        const { badge, page, show } = await open(options, async () => {
          await answers.opened
          return true
        })
        // "2 seconds ago" is no wider than that later on.
        await page.clock.setFixedTime(Date.now())
        await show()
        await badge("later").getByText(before).waitFor()
        const isPhone = "width" in options && options.width < 640
        const places = () =>
          page.locator(isPhone ? onPhone : "th, td").evaluateAll((cells) =>
            cells.map((cell) => {
              const { height, left, top, width } = cell.getBoundingClientRect()
              return [left, top, width, height]
            })
          )
        const kept = await places()
        answers.open()
        await badge("later").getByText(after).waitFor()
        expect(await places()).toEqual(kept)
      }
    )

    it("keep their plain status if that fails", async () => {
      const refused = gate()
      const { badge, page, show } = await open({}, async (id) => {
        if (id === looked.cancelled) return false
        await refused.opened
        return true
      })
      page.on("response", (response) => {
        if (response.status() === 403) refused.open()
      })
      await show()
      await badge("later").getByText("Scheduled").waitFor()
      expect(await badge("cancelled").innerText()).toBe("Failed")
    })

    it("are looked up only if they are queued or failed, and again only once that has changed", async () => {
      const { asked, badge, page, show } = await open()
      await show()
      await badge("later").getByText("Scheduled").waitFor()
      await badge("cancelled").getByText("Cancelled").waitFor()
      expect(asked.toSorted()).toEqual([looked.cancelled, looked.later].toSorted())

      await page.getByRole("row").filter({ hasText: "sent@" }).getByRole("link").click()
      await page.getByRole("heading", { name: "History" }).waitFor()
      await page.goBack()
      await badge("later").getByText("Scheduled").waitFor()
      await dashboard.telemark.emails.cancel(looked.later)
      await badge("later").getByText("Cancelled").waitFor()
      expect(asked.filter((id) => id !== looked.sent).toSorted()).toEqual(
        [looked.cancelled, looked.later, looked.later].toSorted()
      )
    })
  })

  it("are cancelled while they wait", async () => {
    const { page } = await dashboard.open(`/messages/${scheduled}`)
    await page.getByRole("button", { name: "Cancel sending" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Keep", exact: true }).click()
    await page.getByRole("button", { name: "Cancel sending" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Cancel sending" }).click()
    await page.getByText("The email was cancelled.").waitFor()
    const entry = page.getByRole("listitem").filter({ hasText: "Cancelled before it was sent." })
    await entry.getByRole("heading", { name: /^Cancelled/ }).waitFor()
    expect(await page.locator("main .badge").getAttribute("class")).toBe("badge")
    await page.goto(`${dashboard.origin}/messages?subject=your%20trial`)
    const row = page.getByRole("row").filter({ hasText: "Your trial ends" })
    await row.locator(".badge").getByText("Cancelled", { exact: true }).waitFor()
    expect(await dashboard.telemark.emails.get(scheduled)).toMatchObject({
      status: "failed",
      failure_code: "cancelled"
    })
  })

  it("say how to send the first one where there is none yet", async () => {
    const empty = await startDashboard()
    try {
      const opened = await empty.open("/messages")
      await opened.page.getByRole("heading", { name: "Send your first email" }).waitFor()
      expect(await faultsOf(opened, empty.origin)).toEqual([])
      await empty.telemark.emails.send({ to: "ada@example.com", subject: "Hello", text: "Hi" })
      await opened.page.getByRole("cell", { name: "Hello", exact: true }).waitFor()
    } finally {
      await empty.close()
    }
  })
})
