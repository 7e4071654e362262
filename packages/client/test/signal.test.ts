import { describe, expect, it } from "vitest"
import { failure, makeClient } from "./support/client.js"
import { json, stall, startScripted } from "./support/scripted.js"

const good = json(200, { data: [], limit: 50, offset: 0, next: null })
const busy = () => json(503, { error: "Service unavailable", message: "Try again." })
const mail = { to: "ada@example.com", text: "hello" }

describe("a signal", () => {
  it("ends a request in progress, and the call rejects with its reason", async () => {
    const { baseUrl, hangUps, requests } = await startScripted(stall)
    const controller = new AbortController()
    const failed = failure(
      makeClient(baseUrl).client.emails.list({}, { signal: controller.signal })
    )
    await expect.poll(() => requests.length).toBe(1)
    const reason = new Error("the user went away")
    controller.abort(reason)
    expect(await failed).toBe(reason)
    await expect.poll(() => hangUps).toEqual([0])
    expect(requests).toHaveLength(1)
  })

  it("ends the pause between two attempts", async () => {
    const controller = new AbortController()
    const { baseUrl, requests } = await startScripted(busy())
    const { client, pauses } = makeClient(baseUrl, {}, true)
    const failed = failure(client.emails.list({}, { signal: controller.signal }))
    await expect.poll(() => pauses.length).toBe(1)
    controller.abort()
    expect(await failed).toMatchObject({ name: "AbortError" })
    expect(requests).toHaveLength(1)
  })

  it("that was given before has nothing asked at all", async () => {
    const { baseUrl, requests } = await startScripted(good)
    await expect(
      makeClient(baseUrl).client.emails.send(mail, { signal: AbortSignal.abort() })
    ).rejects.toMatchObject({ name: "AbortError" })
    expect(requests).toEqual([])
  })

  it("has no listeners of the client left", async () => {
    const { baseUrl } = await startScripted(busy(), good)
    const controller = new AbortController()
    const listeners = new Set<unknown>()
    const { addEventListener, removeEventListener } = controller.signal
    controller.signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
      listeners.add(args[1])
      addEventListener.apply(controller.signal, args)
    }
    controller.signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
      listeners.delete(args[1])
      removeEventListener.apply(controller.signal, args)
    }
    await makeClient(baseUrl).client.emails.list({}, { signal: controller.signal })
    await expect.poll(() => listeners.size).toBe(0)
  })

  // How many microtasks lie between the failure of fetch and the decision to repeat is the client's
  // business: all are tried.
  it("that ends the call in the moment after a failure counts, whatever the failure was", async () => {
    for (let depth = 0; depth <= 20; depth++) {
      const controller = new AbortController()
      const { client } = makeClient(
        "https://mail.example.com/v1",
        {
          fetch: () => {
            void (async () => {
              for (let turn = 0; turn < depth; turn++) await Promise.resolve()
              controller.abort("the user went away")
            })()
            return Promise.reject(new TypeError("fetch failed"))
          }
        },
        true
      )
      expect([depth, await failure(client.emails.list({}, { signal: controller.signal }))]).toEqual(
        [depth, "the user went away"]
      )
    }
  })
})
