import {
  type BrowserOptions,
  faultsOf,
  hasBrowser,
  looks,
  type OpenPage,
  startBrowser,
  type TestBrowser
} from "@telemark-tools/browser"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { type Pages, startPages } from "./support/service.js"

/** A brand whose own colours nobody could read. */
const palePink = "#ffc0cb"

describe.runIf(hasBrowser())("in a browser, the pages for unsubscribing", () => {
  let browser: TestBrowser
  let pages: Pages
  let shown: OpenPage | undefined
  beforeAll(async () => {
    browser = await startBrowser()
  })
  afterAll(() => browser.close())
  beforeEach(async () => {
    pages = await startPages()
    const { brand, topics } = pages.telemark
    await brand.update({
      name: "Fahrradladen am Donaudampfschifffahrtsgesellschaftsplatz",
      primary_color: palePink,
      text_color: "#eeeeee",
      background_color: "#ffffff",
      font_family: "Georgia, serif",
      website_url: "https://shop.example/",
      postal_address: "Weg 1\n12345 Berlin",
      logo_url: "https://shop.example/logo.png"
    })
    await topics.create({
      id: "news",
      name: "News",
      description: "What is new, once a month.",
      translations: { de: { name: "Neues" } }
    })
    await topics.create({ id: "offers", name: "Offers" })
  })
  afterEach(async () => {
    await shown?.close()
    await pages.close()
  })

  const open = async (path: string, options?: BrowserOptions): Promise<OpenPage> => {
    shown = await browser.open(`${pages.origin}${path}`, options)
    return shown
  }

  /** Holds for each page, however it is looked at. */
  const expectSound = async (opened: OpenPage): Promise<void> => {
    expect(await faultsOf(opened, pages.origin)).toEqual([])
    expect(opened.requests.filter((url) => !url.startsWith(`${pages.origin}/u/`))).toEqual([])
    expect(await opened.page.context().cookies()).toEqual([])
  }

  const titleOf = ({ page }: OpenPage): Promise<string> => page.locator("h1").innerText()
  const press = async (
    { page }: OpenPage,
    name: string,
    role: "button" | "link" = "button"
  ): Promise<void> => {
    const loaded = page.waitForEvent("load")
    await page.getByRole(role, { name }).click()
    await loaded
  }

  it.each(looks)(
    "are accessible, ask no other host for anything, and fit: %s",
    async (_, options) => {
      const german = options.locale === "de-DE"
      const id = await pages.send("news")
      const opened = await open(pages.pathOf(id), options)
      expect(await opened.page.evaluate("document.documentElement.lang")).toBe(german ? "de" : "en")
      expect(await opened.page.locator("main").innerText()).toContain(german ? "„Neues“" : "“News”")
      await expectSound(opened)
      await press(opened, german ? "Abbestellen" : "Unsubscribe")
      expect(await titleOf(opened)).toBe(german ? "Sie sind abgemeldet" : "You are unsubscribed")
      await expectSound(opened)
      await press(opened, german ? "Wieder anmelden" : "Subscribe again")
      await expectSound(opened)
      await press(opened, german ? "Auswählen" : "Choose", "link")
      await expectSound(opened)
      await opened.page.getByLabel(german ? "Neues" : "News").uncheck()
      await press(opened, german ? "Speichern" : "Save")
      expect(await opened.page.getByRole("status").innerText()).toBe(
        german ? "Ihre Auswahl wurde gespeichert." : "Your choice was saved."
      )
      await expectSound(opened)
      expect(await pages.blocked()).toEqual({ news: "unsubscribe" })
    }
  )

  it.each(looks)(
    "say what can't be changed, and that a mail is too old: %s",
    async (_, options) => {
      const id = await pages.send("news")
      await pages.telemark.suppressions.add({ email_address: "ada@example.com", reason: "bounce" })
      for (const path of [pages.pathOf(id), `${pages.pathOf(id)}/preferences`]) {
        const opened = await open(path, options)
        expect(await opened.page.getByRole("button").count()).toBe(0)
        await expectSound(opened)
        await opened.close()
      }
      const old = await open(pages.pathOf(`em_${"0199a0b0c0d0".padEnd(32, "7")}`), options)
      expect(await old.violations()).toEqual([])
      expect(old.errors).toEqual([expect.stringContaining("410")])
    }
  )

  it("need nothing but a keyboard", async () => {
    const id = await pages.send("news")
    const opened = await open(pages.pathOf(id))
    const { keyboard } = opened.page
    const tabTo = async (selector: string): Promise<void> => {
      for (let tabs = 0; tabs < 12; tabs++) {
        await keyboard.press("Tab")
        if (
          (await opened.page.evaluate(
            `document.activeElement.matches(${JSON.stringify(selector)})`
          )) === true
        )
          return
      }
      throw new Error(`the tab key doesn't come to ${selector}`)
    }
    const outline = "getComputedStyle(document.activeElement).outlineStyle"
    await tabTo("button")
    expect(await opened.page.evaluate(outline)).toBe("solid")
    await keyboard.press("Enter")
    await opened.page.getByRole("heading", { name: "You are unsubscribed" }).waitFor()
    expect(await pages.blocked()).toEqual({ news: "unsubscribe" })
    await tabTo("button")
    await keyboard.press("Enter")
    await opened.page.getByRole("heading", { name: "You are subscribed again" }).waitFor()
    expect(await pages.blocked()).toEqual({})
    await tabTo("a[href$=preferences]")
    await keyboard.press("Enter")
    await opened.page.getByRole("button", { name: "Save" }).waitFor()
    await tabTo("#topic-2")
    await keyboard.press("Space")
    await tabTo("#none")
    expect(await opened.page.evaluate(outline)).toBe("solid")
    await tabTo("button")
    await keyboard.press("Enter")
    await opened.page.getByRole("status").waitFor()
    expect(await pages.blocked()).toEqual({ offers: "unsubscribe" })
  })

  it("work without scripts", async () => {
    const opened = await open(pages.pathOf(await pages.send("news")), { javaScript: false })
    await press(opened, "Unsubscribe")
    expect(await pages.blocked()).toEqual({ news: "unsubscribe" })
    await press(opened, "Subscribe again")
    expect(await pages.blocked()).toEqual({})
  })

  it("are in the brand's colours and font, as far as these can be read", async () => {
    const path = pages.pathOf(await pages.send("news"))
    const styleOf = async (options: BrowserOptions) => {
      const opened = await open(path, options)
      const style = await opened.page.evaluate(
        "(({ backgroundColor, color, fontFamily }) => [backgroundColor, color, fontFamily])(getComputedStyle(document.querySelector('button')))"
      )
      const page = await opened.page.evaluate(
        "[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.querySelector('main')).backgroundColor]"
      )
      await opened.close()
      return { style, page }
    }
    expect(await styleOf({})).toEqual({
      style: ["rgb(255, 192, 203)", "rgb(0, 0, 0)", "Georgia, serif"],
      page: ["rgb(255, 255, 255)", "rgb(22, 25, 29)"]
    })
    expect(await styleOf({ colorScheme: "dark" })).toEqual({
      style: ["rgb(255, 192, 203)", "rgb(0, 0, 0)", "Georgia, serif"],
      page: ["rgb(15, 18, 21)", "rgb(26, 30, 35)"]
    })
  })
})
