import type { IncomingRequest } from "@telemark/http"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { withHome } from "../src/serve/serverDashboard.js"
import { askAt } from "./support/askAt.js"
import { startServing } from "./support/serving.js"
import { temporaryDirectory } from "./support/telemark.js"

const asked = (headers: Readonly<Record<string, string>>, method = "GET"): IncomingRequest =>
  ({ parts: { method, header: (name: string) => headers[name] } }) as unknown as IncomingRequest

describe("a server whose dashboard can't be read", () => {
  const { answer, caller } = withHome(undefined, { inbox: true })

  it("leads people from / to what there is, and nowhere else", async () => {
    const home = answer(asked({ accept: "text/html", host: "mail.example.com:3025" }), "/")
    expect(await Effect.runPromise(home ?? Effect.void)).toMatchObject({
      status: 200,
      body: expect.stringContaining('"docs_url":"http://mail.example.com:3025/docs"') as unknown
    })
    for (const [path, method] of [
      ["/inbox", "GET"],
      ["/session", "POST"],
      ["/", "POST"]
    ] as const)
      expect(answer(asked({}, method), path)).toBeUndefined()
  })

  it.each(["evil.example/<script>", "a b", ""])(
    "repeats no host that is none: %j",
    async (host) => {
      const home = await Effect.runPromise(answer(asked({ host }), "/") ?? Effect.void)
      expect(home).toMatchObject({ body: expect.stringContaining('"url":"/v1"') as unknown })
    }
  )

  it("takes nothing but keys", async () => {
    const refused = caller(asked({}), {} as never, () => Effect.die("unreachable"))
    expect(await Effect.runPromise(Effect.flip(refused))).toMatchObject({ _tag: "InvalidApiKey" })
  })
})

it("the dashboard isn't shown at names for tracking", async () => {
  const { url } = await startServing(temporaryDirectory(), {
    TELEMARK_PUBLIC_URL: "https://mail.example.com",
    TELEMARK_TRACKING_HOST: "track.mail.example"
  })
  const statusAt = async (host: string, path: string) =>
    (await askAt(host, new URL(path, url).href)).status
  for (const path of ["/", "/inbox", "/session"]) {
    expect([path, await statusAt("track.mail.example", path)]).toEqual([path, 404])
    expect([path, await statusAt("mail.example.com", path)]).toEqual([path, 200])
  }
})
