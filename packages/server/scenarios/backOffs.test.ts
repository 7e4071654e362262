import { type PeerRule, say, type SmtpPeer, startSmtpPeer } from "@telemark/testing"
import { describe, expect, it, onTestFinished } from "vitest"
import { type Client, clientOf } from "./client.js"
import { databases } from "./databases.js"
import { makeTenant } from "./domainServer.js"
import { command, type Environment, eventually, run, serve } from "./harness.js"
import { timelineOf } from "./webhookServer.js"

/** `telemark serve` before a server with these rules, and the default tenant's caller. */
const start = async (url: string, ...rules: ReadonlyArray<PeerRule>) => {
  const peer = await startSmtpPeer({ rules })
  onTestFinished(() => peer.close())
  // As many as these are under way when a server says something for the first time.
  const environment: Environment = {
    TELEMARK_DATABASE_URL: url,
    TELEMARK_SMTP_URL: peer.url,
    TELEMARK_SMTP_CONNECTIONS: "5"
  }
  const server = await serve(environment)
  return { peer, environment, server, client: clientOf(server.url, server.key ?? "") }
}

const sendFrom = async (client: Client, domain: string, name: string): Promise<string> => {
  const { body, status } = await client.send({
    to: `${name}@example.net`,
    from: `shop@${domain}`,
    text: "hello"
  })
  expect(status).toBe(201)
  return body.queued[0]?.id ?? ""
}

const hasArrived =
  (name: string) =>
  ({ mails }: SmtpPeer): boolean =>
    mails.some(({ envelope }) => envelope.to.includes(`${name}@example.net`))

/** How often a mail from this domain was tried. */
const triedFrom = (peer: SmtpPeer, domain: string): number =>
  peer.commands.filter((line) => line.startsWith("MAIL") && line.includes(`@${domain}>`)).length

interface Checks {
  readonly checks: ReadonlyArray<{
    readonly check: string
    readonly status: string
    readonly message: string
  }>
}

/** What the doctor says of routes. It ends with 1 where something fails. */
const doctorOfRoutes = async (environment: Environment): Promise<ReadonlyArray<string>> => {
  const process = run(["doctor", "--json"], environment)
  let text = ""
  process.child.stdout?.on("data", (chunk: Buffer) => {
    text += chunk.toString()
  })
  await process.exited
  return (JSON.parse(text) as Checks).checks.flatMap(({ check, message, status }) =>
    check === "routes" ? [`${status}: ${message}`] : []
  )
}

/** Whether the server keeps the connection makes no difference for the storage. */
const cases = databases.flatMap(([name, makeUrl], index) =>
  (index === 0 ? [true, false] : [true]).map((stays) => ({ name, makeUrl, stays }))
)

describe("a server that asks one sender for less", () => {
  it.each(cases)(
    "gets the others' mail while that sender waits, on $name, keeping the connection: $stays",
    async ({ makeUrl, stays }) => {
      const reply = "421 Domain bad.example is not allowed to send"
      const {
        client: good,
        environment,
        peer,
        server
      } = await start(
        await makeUrl(),
        say("mail", reply, { from: "bad.example", stays, times: 1 }),
        say("rcpt", reply, { from: "bad.example", stays })
      )
      const bad = await makeTenant((...args) => command(args, environment), server.url, "bad")
      const badIds: Array<string> = []
      const began = Date.now()
      for (let round = 0; round < 8; round++) {
        const id = await sendFrom(bad, "bad.example", `bad-${String(round)}`)
        badIds.push(id)
        await eventually(async () => {
          expect((await bad.email(id)).next_attempt_at).not.toBeNull()
        })
        const name = `good-${String(round)}`
        await sendFrom(good, "good.example", name)
        await peer.until(hasArrived(name))
      }
      // A back-off holds up for a minute at least: fewer are tried than were sent. Had it held up the
      // others' mail, each of these would have waited for another try.
      expect(triedFrom(peer, "bad.example")).toBeLessThan(8)

      for (const id of badIds) {
        const { next_attempt_at, status } = await bad.email(id)
        expect(["queued", "deferred"]).toContain(status)
        expect(Date.parse(next_attempt_at ?? "")).toBeGreaterThan(began + 30_000)
      }
      expect((await timelineOf(bad, badIds.at(-1) ?? "")).summary).toMatch(
        /^Waiting for attempt 1, not before .*: mail from bad\.example waits, since the mail server asked for less mail at \S+ \S+ UTC \(“421 Domain bad\.example is not allowed to send”\)\.$/
      )
      expect(await doctorOfRoutes(environment)).toEqual([
        expect.stringMatching(
          /^warn: Mail from bad\.example \(bad\) on the platform's route waits until .*: the mail server asked for less mail at .*421 Domain bad/
        )
      ])
    }
  )
})

describe.each(databases)("a server at which our account is suspended, on %s", (_, makeUrl) => {
  it("bounces and suppresses no mail, is tried a few times, and the doctor reports it until mail is accepted again", async () => {
    const { client, environment, peer, server } = await start(
      await makeUrl(),
      say("rcpt", "550 Your account has been suspended")
    )
    const acme = await makeTenant((...args) => command(args, environment), server.url, "acme")
    const ids = new Map<Client, ReadonlyArray<string>>()
    for (const [caller, domain] of [
      [client, "shop.example"],
      [acme, "acme.example"]
    ] as const) {
      ids.set(
        caller,
        await Promise.all(
          Array.from({ length: 20 }, (_, index) =>
            sendFrom(caller, domain, `customer-${String(index)}`)
          )
        )
      )
    }
    await eventually(async () => {
      for (const [caller, sent] of ids)
        for (const id of sent) expect((await caller.email(id)).next_attempt_at).not.toBeNull()
      expect(await doctorOfRoutes(environment)).toContainEqual(
        expect.stringMatching(
          /^fail: .*waits until .*: the mail server refused our account there at .*550 Your account has been suspended.*unlocked/
        )
      )
    })
    for (const [caller, sent] of ids) {
      for (const id of sent)
        expect(["queued", "deferred"]).toContain((await caller.email(id)).status)
      expect((await caller.get("/suppressions")).body).toMatchObject({ data: [] })
    }

    // The account works again. A process that starts knows of no back-off; what one before had
    // noted goes as soon as mail is taken.
    expect(await server.end("SIGTERM")).toBe(0)
    // Those under way when it was first said, for each of the two.
    expect(peer.commands.filter((line) => line.startsWith("RCPT")).length).toBeLessThanOrEqual(10)
    peer.follow()
    const again = await serve(environment)
    const later = [await sendFrom(clientOf(again.url, server.key ?? ""), "shop.example", "later")]
    await peer.until(hasArrived("later"))
    expect(later).toHaveLength(1)
    await eventually(async () => {
      expect((await doctorOfRoutes(environment)).filter((line) => !line.includes("acme"))).toEqual(
        []
      )
    })
  })
})
