import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "@telemark-tools/clock"
import { bounce, listening, returnPath } from "./support/listening.js"
import { dataOf, deliver, greetedClient, openClient } from "./support/smtpClient.js"

const start = async (port: number) => {
  const client = await greetedClient(port)
  for (const command of ["MAIL FROM:<>", `RCPT TO:<${returnPath()}>`])
    expect(await client.say(command)).toMatch(/^250 /)
  expect(await client.say("DATA")).toMatch(/^354 /)
  return client
}

describe("the listener for bounces", () => {
  it.live("reads the first 256 KiB of a large bounce and drops the rest", () =>
    Effect.gen(function* () {
      const { port, received } = yield* listening()
      yield* Effect.promise(async () => {
        const returned = `${bounce().slice(0, -5)}\n--b\nContent-Type: message/rfc822\n\n${`${"x".repeat(76)}\n`.repeat(40_000)}--b--\n`
        expect(await deliver(await greetedClient(port), [returnPath()], returned)).toMatch(/^250 /)
      })
      expect(received).toMatchObject([{ reports: [{ recipient: "ada@far.example" }] }])
    })
  )

  it.live(
    "refuses what is beyond its size: what says so before it comes, what doesn't after it, and cuts what doesn't end",
    () =>
      Effect.gen(function* () {
        const { port, received } = yield* listening({ limits: { messageSize: 100_000 } })
        yield* Effect.promise(async () => {
          const client = await greetedClient(port)
          expect(await client.say("MAIL FROM:<> SIZE=100001")).toMatch(/^552 5\.3\.4 /)
          const line = `${"x".repeat(76)}\n`
          expect(await deliver(client, [returnPath()], bounce() + line.repeat(1_500))).toMatch(
            /^552 5\.3\.4 /
          )
          expect(await deliver(client, [returnPath()], bounce())).toMatch(/^250 /)
          const endless = await start(port)
          endless.write(line.replace("\n", "\r\n").repeat(5_000))
          expect(await endless.reply()).toMatch(/^421 /)
          await endless.closed
        })
        expect(received).toHaveLength(1)
      })
  )

  it.live("hangs up on who says nothing", () =>
    Effect.gen(function* () {
      const { port } = yield* listening({ limits: { idle: 2_000 } })
      yield* Effect.promise(async () => {
        const [quiet, slow] = [openClient(port), await start(port)]
        expect(await quiet.reply()).toMatch(/^220 /)
        expect(await quiet.reply()).toMatch(/^421 /)
        expect(await slow.reply()).toMatch(/^421 /)
        await Promise.all([quiet.closed, slow.closed])
      })
    })
  )

  it.effect("ends a message after 5 minutes and a connection after 10, however busy they are", () =>
    Effect.gen(function* () {
      const { port, received } = yield* listening()
      const talker = yield* Effect.promise(() => greetedClient(port))
      const trickler = yield* Effect.promise(() => start(port))
      trickler.write(dataOf(bounce()).slice(0, -10))
      yield* TestClock.adjust("299 seconds")
      yield* Effect.promise(async () => {
        trickler.write("x")
        expect(await talker.say("NOOP")).toMatch(/^250 /)
      })
      yield* TestClock.adjust("1 seconds")
      yield* Effect.promise(async () => {
        expect(await trickler.reply()).toMatch(/^421 /)
        await trickler.closed
        expect(await talker.say("NOOP")).toMatch(/^250 /)
      })
      yield* TestClock.adjust("5 minutes")
      yield* Effect.promise(async () => {
        expect(await talker.reply()).toMatch(/^421 /)
        await talker.closed
      })
      expect(received).toEqual([])
    })
  )

  it.effect("serves so many connections at once, and so many a minute", () =>
    Effect.gen(function* () {
      const { port } = yield* listening({
        limits: { connections: 3, connectionsPerAddress: 2, connectionsPerMinute: 5 }
      })
      const greeting = (address: string) =>
        Effect.promise(async () => {
          const client = openClient(port, address)
          const code = (await client.reply()).slice(0, 9)
          if (code.startsWith("220")) await client.say("EHLO mail.far.example")
          return { ...client, code }
        })
      const first = yield* greeting("127.0.0.1")
      expect(first.code).toMatch(/^220 /)
      expect((yield* greeting("127.0.0.1")).code).toMatch(/^220 /)
      expect((yield* greeting("127.0.0.1")).code).toBe("421 4.7.0")
      const other = yield* greeting("127.0.0.2")
      expect(other.code).toMatch(/^220 /)
      expect((yield* greeting("127.0.0.3")).code).toBe("421 4.7.0")
      for (const client of [first, other]) {
        yield* Effect.promise(async () => {
          await client.say("QUIT")
          await client.closed
        })
      }
      const again = Effect.flatMap(greeting("127.0.0.1"), ({ close, code }) =>
        Effect.as(Effect.sync(close), code)
      )
      // A connection is over for its listener a moment after it is for its client.
      const codes = () => Effect.runPromise(again)
      yield* Effect.promise(() => expect.poll(codes).toMatch(/^220 /))
      yield* Effect.promise(() => expect.poll(codes).toMatch(/^220 /))
      yield* Effect.promise(() => expect.poll(codes).toMatch(/^220 /))
      expect(yield* again).toBe("421 4.7.0")
      yield* TestClock.adjust("12 seconds")
      expect(yield* again).toMatch(/^220 /)
    })
  )

  it.live("gives the place of who says nothing to who comes, and no other's", () =>
    Effect.gen(function* () {
      const { port } = yield* listening({ limits: { connections: 3, connectionsPerAddress: 2 } })
      yield* Effect.promise(async () => {
        const open = async (address: string) => {
          const client = openClient(port, address)
          return { ...client, greeting: await client.reply() }
        }
        const speaking = await open("127.0.0.1")
        expect(await speaking.say("EHLO mail.far.example")).toMatch(/^250/)
        const [silent, other] = [await open("127.0.0.2"), await open("127.0.0.2")]
        expect((await open("127.0.0.2")).greeting).toMatch(/^421 /)
        const honest = await open("127.0.0.3")
        expect(honest.greeting).toMatch(/^220 /)
        expect(await honest.say("EHLO mail.other.example")).toMatch(/^250/)
        expect(await silent.reply()).toMatch(/^421 /)
        expect(await speaking.say("NOOP")).toMatch(/^250 /)
        expect(await other.say("EHLO mail.third.example")).toMatch(/^250/)
        expect((await open("127.0.0.4")).greeting).toMatch(/^421 /)
      })
    })
  )

  it.live("takes so many messages of a connection, and has the sender come again", () =>
    Effect.gen(function* () {
      const { port, received } = yield* listening({ limits: { messagesPerConnection: 2 } })
      yield* Effect.promise(async () => {
        const client = await greetedClient(port)
        for (const code of [/^250 /, /^250 /, /^421 /])
          expect(await deliver(client, [returnPath()], bounce())).toMatch(code)
        await client.closed
      })
      expect(received).toHaveLength(2)
    })
  )

  it.live("hangs up on who only guesses return paths, sends nonsense or chats", () =>
    Effect.gen(function* () {
      const { port } = yield* listening()
      yield* Effect.promise(async () => {
        const guesser = await greetedClient(port)
        await guesser.say("MAIL FROM:<>")
        const replies: Array<string> = []
        for (let reply = ""; !reply.startsWith("421"); replies.push(reply))
          reply = await guesser.say(`RCPT TO:<b+${"a".repeat(39)}@x.example>`)
        expect(replies).toHaveLength(22)
        await guesser.closed
        const chatter = await greetedClient(port)
        chatter.write("NOOP\r\n".repeat(1_000))
        for (let count = 0; count < 199; count++) expect(await chatter.reply()).toMatch(/^250 /)
        expect(await chatter.reply()).toMatch(/^421 /)
        await chatter.closed
        const web = openClient(port)
        await web.reply()
        expect(await web.say("GET / HTTP/1.1")).toMatch(/^421 /)
        const endless = openClient(port)
        await endless.reply()
        endless.write("x".repeat(20_000))
        expect(await endless.reply()).toMatch(/^421 /)
      })
    })
  )

  it.live("asks who brings more recipients than 100 to bring the others later", () =>
    Effect.gen(function* () {
      const { port } = yield* listening()
      yield* Effect.promise(async () => {
        const client = await greetedClient(port)
        await client.say("MAIL FROM:<>")
        const recipients = Array.from({ length: 101 }, (_, index) =>
          returnPath(`em_${index.toString(16).padStart(32, "0")}`)
        )
        const replies = await Promise.all(
          recipients.map((recipient) => client.say(`RCPT TO:<${recipient}>`))
        )
        expect(replies.filter((reply) => reply.startsWith("250 "))).toHaveLength(100)
        expect(replies.at(-1)).toMatch(/^452 4\.5\.3 /)
      })
    })
  )
})
