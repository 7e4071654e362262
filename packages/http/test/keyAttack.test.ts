import { KeyHasher, mintKey } from "@telemark/core"
import { makeKeyHasher } from "@telemark/http"
import { Effect, Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Service, startService } from "./support/service.js"

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/**
 * Well-formed keys of a prefix that are all wrong: who knows a prefix, from a log or a list, can
 * make any number of them.
 */
const wrongKeys = (prefix: string, count: number): ReadonlyArray<string> => {
  const id = Array.from(prefix.slice("tmk_".length)).reduce(
    (value, character) => value * 62n + BigInt(alphabet.indexOf(character)),
    0n
  )
  return Array.from({ length: count }, (_, index) => {
    const random = Buffer.alloc(40)
    random.writeBigUInt64BE(id)
    random.writeUInt32BE(index, 36)
    const { key, prefix: made } = mintKey(random)
    if (made !== prefix) throw new Error("the prefix is another one")
    return key
  })
}

/** Writes down the keys that are checked, and checks those of a prefix that is held up once it no longer is. */
const makeWatchedHasher = () => {
  const checked: Array<string> = []
  let hold: { readonly prefix: string; readonly over: Promise<void> } | undefined
  const layer = Layer.effect(
    KeyHasher,
    Effect.map(KeyHasher, (hasher) => ({
      ...hasher,
      verify: (key, stored) =>
        Effect.suspend(() => {
          checked.push(key)
          const held = hold !== undefined && key.startsWith(hold.prefix) ? hold.over : undefined
          return Effect.andThen(
            Effect.promise(async () => held),
            hasher.verify(key, stored)
          )
        })
    }))
  ).pipe(Layer.provide(makeKeyHasher({ memoryCost: 8, timeCost: 1 })))
  /** Until the returned function is called, checks of keys of this prefix don't end. */
  const holdUp = (prefix: string): (() => void) => {
    let end: () => void = () => undefined
    hold = {
      prefix,
      over: new Promise((resolve) => {
        end = resolve
      })
    }
    return () => {
      hold = undefined
      end()
    }
  }
  return { checked, holdUp, layer }
}

describe("an attack with wrong secrets of a known prefix", () => {
  const hasher = makeWatchedHasher()
  let service: Service
  beforeAll(async () => {
    service = await startService({ host: "webHandler", keyHasher: hasher.layer })
  })
  afterAll(() => service.close())

  const list = (key: string) => service.call("GET", "/v1/emails?limit=1", { key })

  // Before there was a bound, 1,200 of them ended a process with a heap of 512 MiB.
  it("holds up no other tenant, and uses negligible memory", async () => {
    const [attacked, genuine] = [await service.newAccount(), await service.newAccount()]
    const before = process.memoryUsage().heapUsed
    const goOn = hasher.holdUp(attacked.key.prefix)
    const attack = Promise.all(wrongKeys(attacked.key.prefix, 1200).map(list))
    // Answered although no check of the attacker's keys has ended.
    expect((await list(genuine.key.key)).status).toBe(200)
    goOn()
    const answers = await attack
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(200 * 1024 * 1024)

    const refused = answers.filter(({ status }) => status === 503)
    expect(answers.every(({ status }) => status === 401 || status === 503)).toBe(true)
    expect(refused.length).toBeGreaterThan(1000)
    expect(refused[0]?.headers.get("retry-after")).toBe("1")
    expect(refused[0]?.json).toMatchObject({
      error: "Service unavailable",
      message:
        "Too many API keys are being checked at once. Nothing was done; try again in a moment."
    })
    expect((await list(attacked.key.key)).status).toBe(200)
  })

  it("costs one slow hash for a wrong key, however often it is repeated", async () => {
    const { key } = await service.newAccount()
    const [wrong = ""] = wrongKeys(key.prefix, 1)
    const answers = await Promise.all(Array.from({ length: 100 }, () => list(wrong)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
    for (let count = 0; count < 100; count++) expect((await list(wrong)).status).toBe(401)
    expect(hasher.checked.filter((checked) => checked === wrong)).toHaveLength(1)
  })
})
