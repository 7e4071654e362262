import { freshDatabase } from "@telemark-tools/postgres"
import { postgres } from "@telemark/postgres"
import { capture } from "@telemark/smtp"
import { randomBytes } from "node:crypto"
import { createTelemark, SecretMissing, StorageError, type Telemark } from "telemark"
import { describe, expect, it, onTestFinished } from "vitest"

const secret = randomBytes(32).toString("base64")

const open = (url: string, options: { readonly secret?: string } = { secret }) =>
  createTelemark({
    storage: postgres({ url }),
    transport: capture(),
    from: "Shop <shop@example.com>",
    ...options
  })

const database = async (): Promise<string> => {
  const { drop, url } = await freshDatabase()
  onTestFinished(drop)
  return url
}

describe("an embedded Telemark on Postgres", () => {
  it("accepts in one and delivers in another", async () => {
    const url = await database()
    await using accepting = await open(url)
    await using delivering = await open(url)
    delivering.startWorker()
    const { queued } = await accepting.emails.send({
      to: "ada@example.com",
      subject: "Hello",
      text: "Hi"
    })
    await expect
      .poll(async () => (await accepting.emails.get(queued[0]?.id ?? "")).status)
      .toBe("sent")
  })

  it("delivers events under a name, in one process or the other, and each of them once", async () => {
    const url = await database()
    await using accepting = await open(url)
    await using delivering = await open(url)
    delivering.startWorker()
    const seen: Array<string> = []
    const follow = async (telemark: Telemark): Promise<void> => {
      for await (const { data } of telemark.subscribe({ name: "crm", types: ["email.sent"] }))
        seen.push(data.recipient)
    }
    const loops = [follow(accepting), follow(delivering)]
    const all = Array.from({ length: 20 }, (_, n) => `ada${String(n)}@example.com`)
    for (const to of all) await accepting.emails.send({ to, text: "x" })
    await expect.poll(() => seen.toSorted()).toEqual(all.toSorted())
    await Promise.all([accepting.close(), delivering.close(), ...loops])
    expect(seen).toHaveLength(all.length)
  })

  it("lets the calls in progress finish when it is closed, on disk", async () => {
    const url = await database()
    const busy = await open(url)
    const sends = Array.from({ length: 50 }, (_, n) =>
      busy.emails.send({ to: `ada${String(n)}@example.com`, text: "x" })
    )
    const [results] = await Promise.all([Promise.all(sends), busy.close()])
    await using again = await open(url)
    expect([results.length, (await again.emails.list({ limit: 100 })).data.length]).toEqual([
      50, 50
    ])
  })

  it("refuses to start without a secret, which a database can't store, and says how to make one", async () => {
    const error: unknown = await open(await database(), {}).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(SecretMissing)
    expect(String(error)).toContain("openssl rand -base64 32")
  })

  it("refuses to start without a reachable Postgres, and doesn't reveal the login", async () => {
    const error: unknown = await open("postgres://ada:s3cret@127.0.0.1:1/mail").catch(
      (reason: unknown) => reason
    )
    expect(error).toBeInstanceOf(StorageError)
    expect(String((error as StorageError).cause)).toContain("127.0.0.1:1")
    expect(String((error as StorageError).cause)).not.toMatch(/s3cret|ada/)
  })
})
