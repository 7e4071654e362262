import { inspect } from "node:util"
import { describe, expect, it } from "vitest"
import { createClient, InvalidOptions, TelemarkError } from "../src/index.js"
import { apiKey, failure, makeClient } from "./support/client.js"
import { html, json, reset, startScripted } from "./support/scripted.js"

const baseUrl = "https://mail.example.com/v1"
const refusal = (make: () => unknown): unknown => {
  try {
    return make()
  } catch (error) {
    return error
  }
}

describe("createClient", () => {
  it.each([
    undefined,
    "",
    "mail.example.com/v1",
    "https://mail.example.com",
    "https://mail.example.com/v2",
    "ftp://mail.example.com/v1",
    "https://ada:secret@mail.example.com/v1",
    "https://mail.example.com/v1?a=b",
    "https://mail.example.com/v1#a"
  ])("refuses the base URL %j, and doesn't repeat it", (given) => {
    const error = refusal(() => createClient({ baseUrl: given as string, apiKey }))
    expect(error).toBeInstanceOf(InvalidOptions)
    expect(error).toMatchObject({
      code: "invalid_options",
      name: "InvalidOptions",
      message: expect.stringContaining("/v1")
    })
    expect(inspect(error)).not.toContain("secret")
  })

  it.each([undefined, "", "secret", `${apiKey}\n`, ` ${apiKey}`, `"${apiKey}"`, "tmk_ä", 42])(
    "refuses the key %j, and doesn't repeat it",
    (given) => {
      const error = refusal(() => createClient({ baseUrl, apiKey: given as string }))
      expect(error).toBeInstanceOf(InvalidOptions)
      expect((error as Error).message).toContain("tmk_")
      expect(inspect(error)).not.toMatch(/secret|0123456789|ä/)
    }
  )

  it("sends no key if it is null", async () => {
    const { baseUrl: url, requests } = await startScripted(json(200, { name: "Shop" }))
    await createClient({ baseUrl: url, apiKey: null }).brand.get()
    expect(requests.map(({ headers }) => "authorization" in headers)).toEqual([false])
  })

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31])(
    "refuses to let an attempt take %d ms",
    async (timeoutMillis) => {
      expect(refusal(() => createClient({ baseUrl, apiKey, timeoutMillis }))).toBeInstanceOf(
        InvalidOptions
      )
      await expect(
        makeClient(baseUrl).client.emails.list({}, { timeoutMillis })
      ).rejects.toBeInstanceOf(InvalidOptions)
    }
  )

  it.each([-1, 11, 1.5, Number.NaN])("refuses %d repetitions", async (retries) => {
    expect(refusal(() => createClient({ baseUrl, apiKey, retries }))).toBeInstanceOf(InvalidOptions)
    await expect(makeClient(baseUrl).client.emails.list({}, { retries })).rejects.toBeInstanceOf(
      InvalidOptions
    )
  })

  it("takes a base URL with slashes at its end", async () => {
    const { baseUrl: url, requests } = await startScripted(json(200, { name: "Shop" }))
    await createClient({ baseUrl: `${url}//`, apiKey }).brand.get()
    expect(requests.map((request) => request.url)).toEqual(["/v1/brand"])
  })

  it("uses the fetch of its platform as it is at each call, and the one that it was given by itself", async () => {
    const answer = () => Promise.resolve(Response.json({ name: "Shop" }))
    const client = createClient({ baseUrl, apiKey })
    const original = globalThis.fetch
    globalThis.fetch = answer
    await client.brand.get().finally(() => {
      globalThis.fetch = original
    })
    const given = createClient({
      baseUrl,
      apiKey,
      fetch(this: unknown) {
        expect(this).toBeUndefined()
        return answer()
      }
    })
    await given.brand.get()
  })
})

describe("the key", () => {
  const failures = [
    ["a refusal", json(401, { error: "Invalid API key" })],
    ["an answer of a proxy", html(502)],
    ["a reset", reset]
  ] as const
  it.each(failures)(
    "isn't in the error of %s, nor in the client, however they are looked at",
    async (_, step) => {
      const { baseUrl: url, requests } = await startScripted(step)
      const { client } = makeClient(url)
      const error = await failure(client.emails.send({ to: "ada@example.com", text: "hello" }))
      expect(requests[0]?.headers.authorization).toBe(`Bearer ${apiKey}`)
      for (const one of [error, client]) {
        const shown = [
          inspect(one, { depth: null, showHidden: true }),
          JSON.stringify(one),
          String(one),
          one instanceof Error ? one.stack : ""
        ].join("\n")
        expect(shown).not.toContain(apiKey.slice(15))
      }
    }
  )

  it("isn't in what a fetch says that repeats it", async () => {
    const cause = Object.assign(new Error(apiKey), { code: "EBROKEN" })
    const { client } = makeClient(baseUrl, {
      retries: 0,
      fetch: (_, init) =>
        Promise.reject(new Error(`refused ${JSON.stringify(init.headers)}`, { cause }))
    })
    const error = await failure(client.emails.list())
    expect(error).toMatchObject({ message: expect.stringContaining("EBROKEN") })
    expect(inspect(error, { depth: null, showHidden: true })).not.toContain(apiKey.slice(15))
  })

  it("may be wrong in ways that fetch itself throws", async () => {
    for (const thrown of [undefined, null, "text", { message: 42 }]) {
      const { client } = makeClient(baseUrl, {
        retries: 0,
        fetch: () =>
          Promise.resolve().then(() => {
            throw thrown
          })
      })
      expect(await failure(client.emails.list())).toBeInstanceOf(TelemarkError)
    }
  })
})

describe("what is sent", () => {
  const address = "o'hara+list@example.com"
  const sayings: ReadonlyArray<readonly [string, (url: string, init: RequestInit) => unknown]> = [
    ["its URL", (url) => new TypeError(`error sending request for url (${url})`)],
    [
      "its URL, decoded",
      (url) => new Error(`request to ${decodeURIComponent(url)} failed, reason: socket hang up`)
    ],
    [
      "its path",
      (url) =>
        Object.assign(new Error(`GET ${new URL(url).pathname}`), {
          name: `Error at ${url}`,
          code: url,
          cause: { code: url }
        })
    ],
    ["its body", (_, init) => new Error("refused", { cause: new Error(init.body as string) })],
    ["all of it, as text", (url, init) => `${url} ${JSON.stringify(init)}`]
  ]
  it.each(sayings)("isn't in the error of a fetch that says %s", async (_, say) => {
    const { client } = makeClient(baseUrl, {
      retries: 0,
      fetch: (url, init) =>
        Promise.resolve().then(() => {
          throw say(url, init)
        })
    })
    const calls = [
      client.suppressions.check(address),
      client.emails.list({ recipient: address }),
      client.emails.send({ to: address, text: "a secret" })
    ]
    for (const error of await Promise.all(calls.map(failure))) {
      expect(error).toMatchObject({ _tag: "ConnectionFailed" })
      expect(inspect(error, { depth: null, showHidden: true })).not.toMatch(
        /o'hara|o%27hara|%40|example\.com|secret/
      )
    }
  })

  it.each([
    [
      "Node.js",
      new TypeError("fetch failed", {
        cause: Object.assign(new Error("connect"), { code: "ECONNREFUSED" })
      }),
      "TypeError, ECONNREFUSED"
    ],
    [
      "Bun",
      Object.assign(new Error("Unable to connect."), { code: "ConnectionRefused" }),
      "Error, ConnectionRefused"
    ],
    ["browsers", new TypeError("Failed to fetch"), "(TypeError)"]
  ])("isn't needed to describe what went wrong in %s", async (_, thrown, said) => {
    const { client } = makeClient(baseUrl, { retries: 0, fetch: () => Promise.reject(thrown) })
    expect(await failure(client.emails.list())).toMatchObject({
      message: expect.stringContaining(said)
    })
  })
})
