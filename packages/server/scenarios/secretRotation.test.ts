import { randomBytes } from "node:crypto"
import { describe, expect, it } from "vitest"
import { startCustomers, tally } from "./customers.js"
import { postgresUrl, sqliteUrl } from "./databases.js"
import { type DomainServer, startDomainServer } from "./domainServer.js"
import { command, eventually, serve } from "./harness.js"

const aSecret = (): string => randomBytes(32).toString("base64")

const more = (peer: DomainServer["peer"], count: number): Promise<void> => {
  const at = peer.mails.length
  return peer.until(({ mails }) => mails.length > at + count)
}

const makeReady = async ({ addAndPublish, client }: DomainServer): Promise<void> => {
  await addAndPublish("example.com")
  expect((await client.post("/domains/example.com/verify", undefined)).body).toMatchObject({
    ready_to_send: true
  })
}

const everyMailIsSigned = async ({ judge, peer }: DomainServer): Promise<void> => {
  for (const { source } of peer.mails) expect((await judge(source)).dkim[0]?.result).toBe("pass")
}

describe("the secret beside a SQLite file", () => {
  it("is changed under load without a lost or unsigned mail", async () => {
    const whole = await startDomainServer(await sqliteUrl())
    const { environment, peer, server } = whole
    await makeReady(whole)
    const customers = startCustomers({ urls: () => [server.url], key: server.key ?? "", count: 4 })
    for (let round = 0; round < 3; round++) {
      await more(peer, 30)
      await command(["secrets", "rotate", "--json"], environment)
    }
    await more(peer, 30)
    const another = await serve(environment)
    await customers.stop()
    await eventually(() => {
      expect(tally(customers, peer).lost).toBe(0)
    })
    await everyMailIsSigned(whole)
    expect(await another.end("SIGTERM")).toBe(0)
  })
})

describe.skipIf(process.env["TELEMARK_TEST_POSTGRES"] === "off")(
  "the secret in the environment",
  () => {
    it("is changed process by process without a lost or unsigned mail", async () => {
      const [old, fresh] = [aSecret(), aSecret()]
      const whole = await startDomainServer(await postgresUrl(), { TELEMARK_SECRET: old })
      const { environment, peer, server } = whole
      await makeReady(whole)
      let present = server
      const customers = startCustomers({
        urls: () => [present.url],
        key: server.key ?? "",
        count: 4
      })
      const replaceBy = async (secret: string): Promise<void> => {
        const former = present
        present = await serve({ ...environment, TELEMARK_SECRET: secret })
        await more(peer, 30)
        expect(await former.end("SIGTERM")).toBe(0)
      }
      await replaceBy(`${old},${fresh}`)
      await replaceBy(`${fresh},${old}`)
      await command(["secrets", "rotate", "--json"], {
        ...environment,
        TELEMARK_SECRET: `${fresh},${old}`
      })
      await replaceBy(fresh)
      await more(peer, 30)
      await customers.stop()
      await eventually(() => {
        expect(tally(customers, peer).lost).toBe(0)
      })
      await everyMailIsSigned(whole)
    })

    it("that isn't known keeps the mail until it is, and sends nothing unsigned", async () => {
      const [right, wrong] = [aSecret(), aSecret()]
      const whole = await startDomainServer(await postgresUrl(), { TELEMARK_SECRET: right })
      const { environment, peer, server } = whole
      await makeReady(whole)
      await server.end("SIGTERM")
      const mistaken = await serve({
        ...environment,
        TELEMARK_SECRET: wrong,
        TELEMARK_RETRY_SCHEDULE: "1s"
      })
      const customers = startCustomers({
        urls: () => [mistaken.url],
        key: server.key ?? "",
        count: 1
      })
      await eventually(() => {
        expect(customers.accepted.length).toBeGreaterThan(3)
      })
      await customers.stop()
      await eventually(() => {
        expect(mistaken.log()).toContain("without its secrets")
      })
      expect(peer.mails).toHaveLength(0)
      await mistaken.end("SIGTERM")
      await serve({ ...environment, TELEMARK_SECRET: right })
      await eventually(() => {
        expect(tally(customers, peer).lost).toBe(0)
      })
      await everyMailIsSigned(whole)
    })
  }
)
