import { describe, expect, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import {
  bounce,
  host,
  id,
  keys,
  listening,
  otherId,
  returnPath,
  storageDown
} from "./support/listening.js"
import { deliver, greetedClient, openClient } from "./support/smtpClient.js"

const failure = { kind: "bounced", verdict: "invalid_recipient", recipient: "ada@far.example" }

describe("the listener for bounces", () => {
  it.live("names itself, and offers STARTTLS and logins to nobody without a certificate", () =>
    Effect.gen(function* () {
      const { port } = yield* listening()
      yield* Effect.promise(async () => {
        const client = openClient(port)
        expect(await client.reply()).toBe(`220 ${host} ESMTP`)
        expect(
          (await client.say("EHLO mail.far.example")).split("\n").map((line) => line.slice(4))
        ).toEqual([
          host,
          "PIPELINING",
          "8BITMIME",
          "SMTPUTF8",
          "ENHANCEDSTATUSCODES",
          "SIZE 26214400"
        ])
        for (const command of [
          "STARTTLS",
          "AUTH PLAIN AGEAYg==",
          "EXPN abuse",
          "XCLIENT ADDR=192.0.2.1",
          "WIZ x"
        ]) {
          expect(await client.say(command)).toMatch(/^500 5\.5\.2 /)
        }
        expect(await client.say(`VRFY ${returnPath()}`)).toBe(
          await client.say("VRFY nobody@example.com")
        )
        expect(await client.say("QUIT")).toMatch(/^221 /)
        await client.closed
      })
    })
  )

  it.live(
    "passes a bounce on as one about the message of its return path, whoever sends it and in whatever case",
    () =>
      Effect.gen(function* () {
        const { port, received } = yield* listening()
        yield* Effect.promise(async () => {
          const client = await greetedClient(port)
          expect(await deliver(client, [returnPath()], bounce())).toMatch(/^250 2\.6\.0 /)
          expect(
            await deliver(
              client,
              [returnPath().toUpperCase()],
              bounce("5.2.2"),
              "mailer-daemon@far.example"
            )
          ).toMatch(/^250 /)
          expect(
            await deliver(
              client,
              [returnPath(otherId, keys[1]).replace(host, "bounce.customer.example")],
              bounce()
            )
          ).toMatch(/^250 /)
        })
        expect(received).toMatchObject([
          {
            origin: { tenant_id: null, source: "return_path" },
            reports: [{ ...failure, message: { email_id: id } }]
          },
          { reports: [{ kind: "bounced", verdict: "mailbox_full", message: { email_id: id } }] },
          { reports: [{ ...failure, message: { email_id: otherId } }] }
        ])
      })
  )

  it.live("refuses every other recipient: it relays nothing", () =>
    Effect.gen(function* () {
      const { port, received } = yield* listening({ limits: { errorsPerConnection: 100 } })
      const token = returnPath().split("@")[0] ?? ""
      const forged = `${token.slice(0, -2)}${token.endsWith("aa") ? "ba" : "aa"}@${host}`
      yield* Effect.promise(async () => {
        const client = await greetedClient(port)
        expect(await client.say("MAIL FROM:<>")).toMatch(/^250 /)
        for (const recipient of [
          forged,
          returnPath(id, Buffer.alloc(32, "stranger")),
          `b+@${host}`,
          `b@${host}`,
          `${token}a@${host}`,
          `${token}@elsewhere.example`,
          `${token}@${host}.example`,
          `ada@${host}`,
          "abuse@bounce.customer.example",
          "fbl@elsewhere.example",
          "postmaster@elsewhere.example",
          `ada%far.example@${host}`,
          `@${host}:ada@far.example`
        ])
          expect(await client.say(`RCPT TO:<${recipient}>`), recipient).toMatch(/^55[0-9] 5\.1\.1 /)
        expect(await client.say("DATA")).toMatch(/^503 /)
        for (const recipient of [
          "postmaster",
          `Postmaster@${host}`,
          "postmaster@bounce.customer.example",
          `abuse@${host}`,
          `FBL@${host.toUpperCase()}`,
          returnPath()
        ]) {
          expect(await client.say(`RCPT TO:<${recipient}>`), recipient).toMatch(/^250 2\.1\.5 /)
        }
      })
      expect(received).toEqual([])
    })
  )

  it.live("applies a message to several return paths to the message of each, once", () =>
    Effect.gen(function* () {
      const { port, received } = yield* listening()
      yield* Effect.promise(async () => {
        const client = await greetedClient(port)
        const recipients = [
          returnPath(),
          returnPath(otherId),
          returnPath().toUpperCase(),
          `abuse@${host}`
        ]
        expect(await deliver(client, recipients, bounce())).toMatch(/^250 /)
      })
      expect(received).toMatchObject([
        { reports: [{ message: { email_id: id } }, { message: { email_id: otherId } }] }
      ])
    })
  )

  it.live(
    "believes return paths alone, also at other names: whoever got a reply knows the Message-ID",
    () =>
      Effect.gen(function* () {
        const { port, received, unread } = yield* listening()
        const naming = bounce().replace(
          "Final-Recipient",
          `Original-Envelope-Id: ${otherId}\n\nFinal-Recipient`
        )
        yield* Effect.promise(async () => {
          const client = await greetedClient(port)
          expect(await deliver(client, [returnPath()], naming)).toMatch(/^250 /)
          for (const name of ["fbl", "abuse", "postmaster"])
            expect(await deliver(client, [`${name}@${host}`], naming)).toMatch(/^250 /)
          const returning = `${naming}\nReturn-Path: <${returnPath(id)}>\n`
          expect(await deliver(client, [`fbl@${host}`], returning)).toMatch(/^250 /)
        })
        expect(received).toMatchObject([
          { reports: [{ message: { email_id: id } }] },
          { reports: [{ message: { email_id: id } }] }
        ])
        expect(unread).toHaveLength(3)
      })
  )

  it.live("drops automatic replies, and keeps what it can't understand for people to look at", () =>
    Effect.gen(function* () {
      const { port, received, unread } = yield* listening()
      yield* Effect.promise(async () => {
        const client = await greetedClient(port)
        const vacation =
          "From: Ada <ada@far.example>\nAuto-Submitted: auto-replied\nSubject: Away\n\n550 5.1.1 is my number.\n"
        expect(await deliver(client, [returnPath()], vacation)).toMatch(/^250 /)
        expect(
          await deliver(
            client,
            [`abuse@${host}`],
            "From: ada@far.example\nSubject: Please stop\n\nThis is spam.\n",
            "ada@far.example"
          )
        ).toMatch(/^250 /)
        expect(await deliver(client, [returnPath()], "")).toMatch(/^250 /)
      })
      expect(received).toEqual([])
      expect(unread).toEqual([
        {
          excerpt: expect.stringContaining("Subject: Please stop\r\n\r\nThis is spam.") as unknown,
          message: {}
        },
        { excerpt: "\r\n", message: { email_id: id } }
      ])
    })
  )

  it.live(
    "asks the sender to try again if the storage is down, and accepts the bounce afterwards",
    () =>
      Effect.gen(function* () {
        let isDown = true
        const { port } = yield* listening({
          receive: (_, reports) =>
            isDown ? Effect.fail(storageDown) : Effect.succeed(reports.map(() => "recorded"))
        })
        yield* Effect.promise(async () => {
          const client = await greetedClient(port)
          expect(await deliver(client, [returnPath()], bounce())).toMatch(/^451 4\.3\.0 /)
          isDown = false
          expect(await deliver(client, [returnPath()], bounce())).toMatch(/^250 /)
        })
      })
  )

  it.live(
    "answers 451 when recording throws or takes too long, or when a report comes too early and too many wait already",
    () =>
      Effect.gen(function* () {
        const thrown = yield* listening({ receive: () => Effect.die(new Error("a fault")) })
        const silent = yield* listening({ receive: () => Effect.never, limits: { record: 20 } })
        const full = yield* listening({ receive: () => Effect.succeed(["recorded", "too_early"]) })
        yield* Effect.promise(async () => {
          for (const { port } of [thrown, silent, full])
            expect(await deliver(await greetedClient(port), [returnPath()], bounce())).toMatch(
              /^451 4\.3\.0 /
            )
        })
      })
  )

  it.live("answers 451 to a recipient if the keys can't be had", () =>
    Effect.gen(function* () {
      const { port } = yield* listening({ keys: Effect.fail(storageDown) })
      yield* Effect.promise(async () => {
        expect(await deliver(await greetedClient(port), [returnPath()], bounce())).toMatch(
          /^451 4\.3\.0 /
        )
      })
    })
  )

  it.live("takes commands and messages in one go, and no message is cut by a dot of its own", () =>
    Effect.gen(function* () {
      const { port, received } = yield* listening()
      yield* Effect.promise(async () => {
        const client = openClient(port)
        await client.reply()
        const transaction = `MAIL FROM:<> BODY=8BITMIME SMTPUTF8\r\nRCPT TO:<${returnPath()}> NOTIFY=NEVER\r\nDATA\r\n`
        client.write(`EHLO far.example\r\n${transaction}`)
        for (const code of ["250-", "250 ", "250 ", "354 "])
          expect(await client.reply()).toContain(code)
        const source = bounce()
          .replace("It failed.", ".\n..\nÄ failed.")
          .replace(/\n/g, "\r\n")
          .replace(/^\./gm, "..")
        client.write(`${source}.\r\n${transaction}${source}.\r\nQUIT\r\n`)
        for (const code of ["250", "250", "250", "354", "250", "221"])
          expect((await client.reply()).slice(0, 3)).toBe(code)
      })
      expect(received).toMatchObject([{ reports: [failure] }, { reports: [failure] }])
    })
  )

  it.live("answers what is under way before it ends, and closes idle connections at once", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      let began = (): void => {}
      let end = (): void => {}
      const begun = new Promise<void>((resolve) => {
        began = resolve
      })
      const { port } = yield* listening({
        receive: (_, reports) =>
          Effect.callback((resume) => {
            end = () => {
              resume(Effect.succeed(reports.map(() => "recorded" as const)))
            }
            began()
          })
      }).pipe(Scope.provide(scope))
      yield* Effect.promise(async () => {
        const [idle, busy] = [await greetedClient(port), await greetedClient(port)]
        const answered = deliver(busy, [returnPath()], bounce())
        await begun
        const closed = Effect.runPromise(Scope.close(scope, Exit.void))
        expect(await idle.reply()).toMatch(/^421 /)
        await idle.closed
        end()
        expect(await answered).toMatch(/^250 /)
        expect(await busy.reply()).toMatch(/^421 /)
        await Promise.all([busy.closed, closed])
        await expect(openClient(port).reply()).resolves.toBe("")
      })
    })
  )
})
