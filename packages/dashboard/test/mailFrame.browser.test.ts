import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { hasBrowser, startDashboard, type TestDashboard } from "./support/startDashboard.js"

/** The frame on a page of the dashboard, under its policy, as `MailFrame` makes it. */
const frameWith = async (
  dashboard: TestDashboard,
  html: string,
  { dark = false, waits = true } = {}
) => {
  const opened = await dashboard.open("/")
  await opened.page.evaluate(
    async ({ dark, html, waits }) => {
      const scope = globalThis as unknown as { told: Array<unknown> }
      scope.told = []
      const frame = document.createElement("iframe")
      frame.setAttribute("sandbox", "allow-scripts")
      frame.src = new URL("frame.html", document.baseURI).href
      await new Promise<void>((resolve) => {
        addEventListener("message", ({ data, source }) => {
          if (source !== frame.contentWindow) return
          scope.told.push(data)
          if ((data as { readonly ready?: boolean }).ready === true)
            frame.contentWindow?.postMessage(
              { html, dark, images: { logo: "data:image/gif;base64,R0lGODlhAQABAAAAACw=" } },
              "*"
            )
          if (!waits || !("ready" in (data as object))) resolve()
        })
        document.querySelector("main")?.append(frame)
      })
    },
    { html, dark, waits }
  )
  const frame = opened.page.frames().find((one) => one.url().endsWith("/frame.html"))
  if (frame === undefined) throw new Error("there is no frame")
  return {
    ...opened,
    frame,
    told: () => opened.page.evaluate<ReadonlyArray<Record<string, unknown>>>("told")
  }
}

/** Another host, as far as a browser is concerned, with a count of those who asked it. */
let asked: Array<string> = []
const other = createServer((request, response) => {
  asked.push(request.url ?? "")
  response.end()
})
const outside = await new Promise<string>((resolve) => {
  other.listen(0, "127.0.0.1", () => {
    resolve(`http://127.0.0.1:${String((other.address() as AddressInfo).port)}/x`)
  })
})

/** The browser says what the policies refused: that is no fault of the page. */
const isRefusal = (error: string): boolean => /Content Security Policy|sandboxed/.test(error)

/** Each tries to run something, to load something, or to lead the page away. */
const hostile: ReadonlyArray<readonly [name: string, html: string]> = [
  [
    "scripts",
    `<script>top.postMessage("ran", "*")</script><script src="${outside}"></script><svg><script>parent.postMessage("ran", "*")</script></svg>`
  ],
  [
    "handlers",
    "<img src=x onerror='parent.postMessage(1,\"*\")'><body onload='parent.postMessage(1,\"*\")'><svg onload='parent.postMessage(1,\"*\")'><details open ontoggle='parent.postMessage(1,\"*\")'>x</details><input autofocus onfocus='parent.postMessage(1,\"*\")'>"
  ],
  [
    "images",
    `<img src="${outside}"><img srcset="${outside} 2x"><picture><source srcset="${outside}"><img src="${outside}"></picture><svg><image href="${outside}"/></svg><table background="${outside}"><tr><td>x</td></tr></table><input type="image" src="${outside}">`
  ],
  [
    "styles",
    `<link rel="stylesheet" href="${outside}"><style>@import "${outside}"; body { background: url(${outside}) } p { background: URL( '${outside}' ) }</style><p style="background:url(${outside})">x</p>`
  ],
  [
    "frames and media",
    `<iframe src="${outside}"></iframe><object data="${outside}"></object><embed src="${outside}"><video src="${outside}" poster="${outside}"></video><audio src="${outside}"></audio>`
  ],
  [
    "addresses",
    `<base href="${outside}"><meta http-equiv="refresh" content="0;url=${outside}"><link rel="prefetch" href="${outside}"><link rel="dns-prefetch" href="//x.example"><a href="a" ping="${outside}">x</a>`
  ],
  [
    "broken markup",
    `<table><tr><td><script><!--</td><img src="${outside}" <p style="x:url(${outside}"><svg><style><img src="${outside}"></style></svg><math><mtext><table><mglyph><style><img src="${outside}">`
  ]
]

describe.runIf(hasBrowser())("in a browser, the frame of mail", () => {
  let dashboard: TestDashboard
  beforeAll(async () => {
    dashboard = await startDashboard()
  })
  beforeEach(() => {
    asked = []
  })
  afterAll(async () => {
    other.close()
    await dashboard.close()
  })

  it("shows mail with its own styles, and its images of `cid:`", async () => {
    const { errors, frame } = await frameWith(
      dashboard,
      "<style>p { color: rgb(1, 2, 3) }</style><p style='font-size:40px'>Hello</p><img src='cid:logo' alt=''>"
    )
    const shown = await frame.evaluate(() => {
      const { color, fontSize } = getComputedStyle(document.querySelector("p") ?? document.body)
      return [color, fontSize, document.querySelector("img")?.src.slice(0, 15)]
    })
    expect(shown).toEqual(["rgb(1, 2, 3)", "40px", "data:image/gif;"])
    expect(errors).toEqual([])
  })

  it.each(hostile)("runs nothing, loads nothing and goes nowhere: %s", async (_, html) => {
    const { errors, page, told } = await frameWith(dashboard, `<p>before</p>${html}`)
    await page
      .frames()
      .find((one) => one.url().endsWith("/frame.html"))
      ?.getByText("before")
      .waitFor()
    expect(asked).toEqual([])
    expect(
      (await told()).filter(
        (message) => typeof message !== "object" || !("ready" in message || "height" in message)
      )
    ).toEqual([])
    expect(errors.filter((error) => !isRefusal(error))).toEqual([])
  })

  it("loads nothing by an address that styles hide either", async () => {
    const { frame } = await frameWith(
      dashboard,
      `<p style="background:u\\72l(${outside})">before</p><style>p::before{content:\\75rl(${outside})}</style>`
    )
    await frame.getByText("before").waitFor()
    expect(asked).toEqual([])
  })

  it("is of another origin than the dashboard, and reaches neither it nor what it stores", async () => {
    const { frame } = await frameWith(dashboard, "<p>x</p>")
    expect(await frame.evaluate("origin")).toBe("null")
    expect(
      await frame.evaluate("try { String(parent.document) } catch (error) { error.name }")
    ).toBe("SecurityError")
    expect(
      await frame.evaluate("fetch('/v1/templates').then(() => 'answered', () => 'refused')")
    ).toBe("refused")
  })

  it("says which link was followed, and stays", async () => {
    const { frame, page, told } = await frameWith(
      dashboard,
      `<a href="${outside}"><b>Go</b></a><form action="${outside}"><button>Send</button></form>`
    )
    await frame.getByText("Go").click()
    await frame.getByText("Send").click()
    await page.waitForFunction("told.some(({ link }) => link !== undefined)")
    expect((await told()).at(-1)).toEqual({ link: outside })
    expect(await frame.getByText("Go").count()).toBe(1)
  })

  it.each([
    [
      "by the mail's own dark colours",
      "<style>p { color: rgb(0, 0, 0) } @media (prefers-color-scheme: dark) { p { color: rgb(9, 9, 9) } }</style><p>x</p>",
      ["rgb(9, 9, 9)", "none"]
    ],
    [
      "inverted if it has none",
      "<p style='color:#000'>x</p>",
      ["rgb(0, 0, 0)", "invert(1) hue-rotate(180deg)"]
    ]
  ])("shows how a dark client shows it: %s", async (_, html, expected) => {
    const { frame } = await frameWith(dashboard, html, { dark: true })
    expect(
      await frame.evaluate(
        "[getComputedStyle(document.querySelector('p')).color, getComputedStyle(document.documentElement).filter]"
      )
    ).toEqual(expected)
  })

  it("doesn't hold up the page, whatever html it is given", async () => {
    const { page } = await frameWith(dashboard, "<div><b><table><td>".repeat(50_000), {
      waits: false
    })
    // A page that was held up by the square of this would not answer for minutes.
    for (let times = 0; times < 10; times += 1)
      await page.evaluate("new Promise((resolve) => { setTimeout(resolve, 50) })")
  })
})
