import { describe, expect, it } from "@effect/vitest"
import { startServing } from "./support/serving.js"
import { temporaryDirectory } from "./support/telemark.js"

/** What the curl that the first start prints would send. */
const trialOf = (banner: string): unknown => JSON.parse(/-d '(\{.*\})'/.exec(banner)?.[1] ?? "null")

describe("the request that the first start prints", () => {
  it.each<[what: string, settings: Readonly<Record<string, string>>, from: string | undefined]>([
    ["without a relay", {}, undefined],
    [
      "with a relay and a sender",
      {
        TELEMARK_SMTP_URL: "smtp://127.0.0.1:1?tls=none",
        TELEMARK_FROM: "Shop <shop@example.com>"
      },
      undefined
    ],
    [
      "with a relay and no sender",
      { TELEMARK_SMTP_URL: "smtp://127.0.0.1:1?tls=none" },
      "you@example.com"
    ]
  ])("is accepted %s", async (_, settings, from) => {
    const server = await startServing(temporaryDirectory(), settings)
    const trial = trialOf(server.banner)
    expect(trial).toEqual({
      ...(from === undefined ? {} : { from }),
      to: "ada@example.com",
      subject: "Hello",
      text: "It works."
    })
    expect((await server.post("/emails/send", trial)).status).toBe(201)
    expect(server.banner.includes("TELEMARK_FROM sets a default sender")).toBe(from !== undefined)
  })
})
