import { setTimeout } from "node:timers/promises"
import { mintKey } from "@telemark/core"
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

describe("an attack with wrong secrets of a known prefix", () => {
  let service: Service
  // Without sockets: what is measured is how long the service takes, and not the client that is in
  // the same process.
  beforeAll(async () => {
    service = await startService({ host: "webHandler" })
  })
  afterAll(() => service.close())

  const list = (key: string) => service.call("GET", "/v1/emails?limit=1", { key })

  // Before there was a bound, 1,200 of them ended a process with a heap of 512 MiB.
  it("delays no other tenant, and uses negligible memory", async () => {
    const [attacked, genuine] = [await service.newAccount(), await service.newAccount()]
    const before = process.memoryUsage().heapUsed
    const attack = Promise.all(wrongKeys(attacked.key.prefix, 1200).map(list))
    const begun = performance.now()
    const answer = await list(genuine.key.key)
    const took = performance.now() - begun
    const answers = await attack
    expect(answer.status).toBe(200)
    // It comes last of 1,201 that come at once; its own check takes some 50 ms of that.
    expect(took).toBeLessThan(3000)
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

  it("lets a genuine key of another tenant through within a second while it lasts", async () => {
    const [attacked, genuine] = [await service.newAccount(), await service.newAccount()]
    const keys = [...wrongKeys(attacked.key.prefix, 4000)]
    const isOn = { now: true }
    const attackers = Array.from({ length: 40 }, async () => {
      for (let key = keys.pop(); key !== undefined && isOn.now; key = keys.pop()) await list(key)
    })
    const begun = performance.now()
    const { status } = await list(genuine.key.key)
    const took = performance.now() - begun
    isOn.now = false
    await Promise.all(attackers)
    expect(status).toBe(200)
    expect(took).toBeLessThan(1500)
  })

  it("lets genuine keys of another tenant through while a tenant attacks on its own 24 prefixes", async () => {
    const attacker = await service.newAccount()
    const prefixes = [attacker.key.prefix]
    while (prefixes.length < 24) prefixes.push((await service.newKey(attacker.tenant)).prefix)
    const genuine = [
      await service.newAccount(),
      await service.newAccount(),
      await service.newAccount()
    ]
    const isOn = { now: true }
    const attackers = prefixes.flatMap((prefix) => {
      const keys = [...wrongKeys(prefix, 600)]
      return Array.from({ length: 3 }, async () => {
        for (let key = keys.pop(); key !== undefined && isOn.now; key = keys.pop()) {
          if ((await list(key)).status === 503) await setTimeout(5)
        }
      })
    })
    const answers: Array<number> = []
    for (const { key } of genuine) answers.push((await list(key.key)).status)
    isOn.now = false
    await Promise.all(attackers)
    expect(answers).toEqual([200, 200, 200])
  })

  it("costs one slow hash for a wrong key, however often it is repeated", async () => {
    const { key } = await service.newAccount()
    const [wrong = ""] = wrongKeys(key.prefix, 1)
    const answers = await Promise.all(Array.from({ length: 100 }, () => list(wrong)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
    const begun = performance.now()
    for (let count = 0; count < 100; count++) expect((await list(wrong)).status).toBe(401)
    // A hundred slow hashes take three seconds at the least.
    expect(performance.now() - begun).toBeLessThan(2500)
  })
})
