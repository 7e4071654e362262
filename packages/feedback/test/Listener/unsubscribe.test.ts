import { describe, expect, it } from "@effect/vitest"
import { emailIdOfToken, returnPathToken, unsubscribeAddress } from "@telemark/feedback"
import { Effect } from "effect"
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
import { deliver, greetedClient } from "./support/smtpClient.js"

const address = (emailId = id, key: Uint8Array = keys[0]!) => unsubscribeAddress(key, emailId, host)
const ada = "ada@far.example"
const wish = `From: Ada <${ada}>\nTo: ${address()}\nSubject: unsubscribe\n\n`

describe("mail to an address for unsubscribing", () => {
  it.live(
    "unsubscribes from the message whose address it is, whatever it says and in whatever case",
    () =>
      Effect.gen(function* () {
        const { port, received, unread } = yield* listening()
        yield* Effect.promise(async () => {
          const client = await greetedClient(port)
          expect(await deliver(client, [address()], wish, ada)).toMatch(/^250 2\.6\.0 /)
          expect(
            await deliver(
              client,
              [address(otherId, keys[1]).toUpperCase()],
              "Subject: Hello\n\nPlease keep sending.\n",
              "bob@far.example"
            )
          ).toMatch(/^250 /)
          expect(
            await deliver(client, [address(), address(otherId), address().toUpperCase()], "", ada)
          ).toMatch(/^250 /)
        })
        const unsubscribed = (...ids: ReadonlyArray<string>) =>
          ids.map((email_id) => ({ kind: "unsubscribed", message: { email_id } }))
        expect(received).toEqual([
          { origin: { tenant_id: null, source: "return_path" }, reports: unsubscribed(id) },
          { origin: { tenant_id: null, source: "return_path" }, reports: unsubscribed(otherId) },
          { origin: { tenant_id: null, source: "return_path" }, reports: unsubscribed(id, otherId) }
        ])
        expect(unread).toEqual([])
      })
  )

  it.live("does nothing if it has no sender, or if a program answered", () =>
    Effect.gen(function* () {
      const { port, received, unread } = yield* listening()
      yield* Effect.promise(async () => {
        const client = await greetedClient(port)
        expect(await deliver(client, [address()], wish)).toMatch(/^250 /)
        for (const text of [
          bounce(),
          `Auto-Submitted: auto-replied\n${wish}`,
          `X-Autoreply: yes\n${wish}`,
          wish.replace("Subject: unsubscribe", "Subject: Out of office")
        ]) {
          expect(await deliver(client, [address()], text, ada)).toMatch(/^250 /)
        }
      })
      expect([received, unread]).toEqual([[], []])
      yield* Effect.promise(async () => {
        expect(
          await deliver(await greetedClient(port), [address()], `Auto-Submitted: no\n${wish}`, ada)
        ).toMatch(/^250 /)
        // Apple Mail, whose user pressed its button.
        expect(
          await deliver(
            await greetedClient(port),
            [address(otherId)],
            `Auto-Submitted: auto-replied\nX-Apple-Unsubscribe: true\n${wish}`,
            ada
          )
        ).toMatch(/^250 /)
      })
      expect(received).toHaveLength(2)
    })
  )

  it.live("is refused at RCPT if the address is forged, a return path's, or of another host", () =>
    Effect.gen(function* () {
      const { port, received } = yield* listening({ limits: { errorsPerConnection: 100 } })
      const token = address().split("@")[0] ?? ""
      const forged = `${token.slice(0, -2)}${token.endsWith("aa") ? "ba" : "aa"}@${host}`
      yield* Effect.promise(async () => {
        const client = await greetedClient(port)
        await client.say(`MAIL FROM:<${ada}>`)
        for (const recipient of [
          forged,
          address(id, Buffer.alloc(32, "stranger")),
          `u+@${host}`,
          `u@${host}`,
          `${token}@elsewhere.example`,
          `${token}@bounce.customer.example`,
          `u+${returnPathToken(keys[0]!, id)}@${host}`,
          `b+${token.slice(2)}@${host}`
        ])
          expect(await client.say(`RCPT TO:<${recipient}>`), recipient).toMatch(/^55[0-9] 5\.1\.1 /)
      })
      expect(received).toEqual([])
      expect(emailIdOfToken(keys, token.slice(2))).toBeUndefined()
    })
  )

  it.live("is read as a bounce, too, if it came to a return path as well", () =>
    Effect.gen(function* () {
      const { port, received } = yield* listening()
      yield* Effect.promise(async () => {
        expect(
          await deliver(await greetedClient(port), [returnPath(otherId), address()], bounce(), ada)
        ).toMatch(/^250 /)
      })
      expect(received).toMatchObject([
        { reports: [{ kind: "bounced", message: { email_id: otherId } }] }
      ])
    })
  )

  it.live("stays with its sender while it can't be recorded", () =>
    Effect.gen(function* () {
      const { port } = yield* listening({ receive: () => Effect.fail(storageDown) })
      yield* Effect.promise(async () => {
        expect(await deliver(await greetedClient(port), [address()], wish, ada)).toMatch(
          /^451 4\.3\.0 /
        )
      })
    })
  )
})
