import type { Email } from "@telemark/core"
import { say, startSmtpPeer } from "@telemark/testing"
import { describe, expect, it, onTestFinished } from "vitest"
import { type Client, clientOf } from "./client.js"
import { databases } from "./databases.js"
import { command, type Environment, eventually, run, serve } from "./harness.js"

interface Finding {
  readonly check: string
  readonly status: string
  readonly message: string
}

interface Incidents {
  readonly data: ReadonlyArray<{ readonly id: string; readonly suppressed: number }>
}

/** Every fourth customer is one whom the server suddenly doesn't know. */
const isRefused = (index: number): boolean => index % 4 === 0
const addressOf = (index: number): string => `customer-${String(index)}@example.com`

const sendTo = async (
  client: Client,
  to: ReadonlyArray<string>
): Promise<ReadonlyArray<string>> => {
  const { body, status } = await client.send({
    to,
    from: "shop@example.com",
    subject: "Order",
    text: "Thank you"
  })
  if (status !== 201) throw new Error(`a send was answered ${String(status)}`)
  return body.queued.map(({ id }) => id)
}

const range = (from: number, to: number): ReadonlyArray<number> =>
  Array.from({ length: to - from }, (_, index) => from + index)

const isWaiting = ({ status }: Pick<Email, "status">): boolean =>
  status === "deferred" || status === "sending" || status === "queued"

/** The doctor ends with 1 where something is wrong, and says what. */
const doctor = async (environment: Environment): Promise<ReadonlyArray<Finding>> => {
  const examination = run(["doctor", "--json"], environment)
  let text = ""
  examination.child.stdout?.on("data", (chunk: Buffer) => {
    text += chunk.toString()
  })
  await examination.exited
  return (JSON.parse(text) as { readonly checks: ReadonlyArray<Finding> }).checks
}

describe.each(databases)(
  "a mail server that suddenly calls every fourth recipient unknown, on %s",
  (_, makeUrl) => {
    it("is believed twenty times; then mail is deferred, the doctor says so, and one command undoes it", async () => {
      const peer = await startSmtpPeer()
      onTestFinished(() => peer.close())
      const environment: Environment = {
        TELEMARK_DATABASE_URL: await makeUrl(),
        TELEMARK_SMTP_URL: peer.url,
        TELEMARK_RETRY_SCHEDULE: "500ms"
      }
      const server = await serve(environment)
      const client = clientOf(server.url, server.key ?? "")
      const suppressed = async () =>
        (await client.get<{ readonly data: ReadonlyArray<unknown> }>("/suppressions?limit=100"))
          .body.data.length
      const emailsOf = (ids: ReadonlyArray<string>, caller = client) =>
        Promise.all(ids.map((id) => caller.email(id)))

      await sendTo(client, range(1000, 1050).map(addressOf))
      await peer.until(({ mails }) => mails.length === 50)

      peer.follow(
        ...range(0, 120)
          .filter(isRefused)
          .map((index) =>
            say("rcpt", `550 5.1.1 <${addressOf(index)}>: User unknown`, { to: addressOf(index) })
          )
      )
      const ids: Array<string> = []
      for (let from = 0; from < 120; from += 40)
        ids.push(...(await sendTo(client, range(from, from + 40).map(addressOf))))
      const refused = ids.filter((__, index) => isRefused(index))
      await peer.until(({ mails }) => mails.length === 50 + 90)
      await eventually(async () => {
        const emails = await emailsOf(refused)
        expect([
          emails.filter(({ status }) => status === "bounced").length,
          emails.filter(isWaiting).length,
          await suppressed()
        ]).toEqual([20, 10, 20])
        expect(emails.find(({ status }) => status === "deferred")).toMatchObject({
          smtp_response: expect.stringMatching(/^550 5\.1\.1 .*User unknown/),
          error_message: expect.stringContaining("refuses too many recipients with this reply")
        })
      })
      const others = ids.filter((__, index) => !isRefused(index))
      await eventually(async () => {
        expect(new Set((await emailsOf(others)).map(({ status }) => status))).toEqual(
          new Set(["sent"])
        )
      })
      expect(server.log().match(/this reply suppresses no address/g)).toHaveLength(1)

      const [finding] = (await doctor(environment)).filter(({ check }) => check === "suppressions")
      expect(finding).toMatchObject({
        status: "fail",
        message: expect.stringContaining('20 recipients were refused with "550 5.1.1 user unknown"')
      })
      const {
        data: [incident]
      } = JSON.parse(
        await command(["suppressions", "incidents", "--json"], environment)
      ) as Incidents
      expect(incident?.suppressed).toBe(20)

      // A restart doesn't make it believed again.
      expect(await server.end("SIGTERM")).toBe(0)
      const restarted = await serve(environment)
      const again = clientOf(restarted.url, server.key ?? "")
      const emails = await emailsOf(refused, again)
      const bounced = emails.filter(({ status }) => status === "bounced")
      const [late = ""] = await sendTo(
        again,
        emails
          .filter(isWaiting)
          .slice(0, 1)
          .map(({ recipient_email }) => recipient_email)
      )
      await eventually(async () => {
        expect((await again.email(late)).status).toBe("deferred")
      })

      expect(await command(["suppressions", "undo", incident?.id ?? ""], environment)).toMatch(
        /^20 suppressions were removed/
      )
      expect(
        (await again.get<{ readonly data: ReadonlyArray<unknown> }>("/suppressions")).body.data
      ).toEqual([])

      // The server behaves again: what was deferred goes out by itself, what bounced when it is
      // sent again.
      peer.follow()
      const recipients = bounced.map(({ recipient_email }) => recipient_email)
      const { body } = await again.send({
        to: recipients,
        from: "shop@example.com",
        subject: "Order",
        text: "Thank you"
      })
      expect([body.queued.length, body.suppressed]).toEqual([20, []])
      await eventually(async () => {
        const sent = (
          await emailsOf([...refused, late, ...body.queued.map(({ id }) => id)], again)
        ).filter(({ status }) => status === "sent")
        expect(sent).toHaveLength(10 + 1 + 20)
      })
      expect(
        JSON.parse(
          await command(["suppressions", "undo", incident?.id ?? "", "--json"], environment)
        )
      ).toMatchObject({ removed: 0, incident: { undone: 20 } })
    })
  }
)
