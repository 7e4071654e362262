import { PublicPages, type PublicPagesService } from "@telemark/http"
import { StorageError } from "@telemark/core"
import { Effect } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import { expect, it } from "vitest"
import { besidePages } from "../src/Serve/besidePages.js"

const pages: PublicPagesService = {
  atOnce: () => undefined,
  answer: () => undefined,
  onlyPagesAt: (host) => {
    if (host === "mail.example.com") return undefined
    return host === "track.away.example"
      ? new StorageError({ reason: "unavailable", cause: undefined })
      : Effect.succeed(host === "track.shop.example")
  }
}

it("what the server answers beside the interface isn't answered at names for tracking", async () => {
  const serve = await Effect.runPromise(Effect.provideService(besidePages, PublicPages, pages))
  const servedBy = (host: string, url: string) =>
    new Promise<string>((resolve) => {
      const listener = serve(
        () => {
          resolve("beside")
        },
        () => {
          resolve("interface")
        }
      )
      listener({ url, headers: { host } } as IncomingMessage, {} as ServerResponse)
    })
  for (const url of ["/", "/inbox", "/v1/emails"]) {
    expect(await servedBy("track.shop.example", url)).toBe("interface")
    expect(await servedBy("track.away.example", url)).toBe("interface")
    expect(await servedBy("track.other.example", url)).toBe("beside")
    expect(await servedBy("mail.example.com", url)).toBe("beside")
  }
  expect(await servedBy("mail.example.com", "/t/c/x")).toBe("interface")
})
