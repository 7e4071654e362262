import { describe, expect, it } from "@effect/vitest"
import {
  type ClaimedMessage,
  deriveKeys,
  Links,
  type LinkSubject,
  StoredKeys
} from "@telemark/core"
import { layerLinks, readLinkToken, unsubscribeAddress } from "@telemark/feedback"
import { Effect, Layer } from "effect"
import { linkKeys } from "../support/service.js"

const secret = Buffer.alloc(32, 7).toString("base64")
const stored = Layer.succeed(StoredKeys, {
  keys: Effect.succeed([]),
  update: () => Effect.succeed([])
})
const id = "em_0199a0b0c0d07000800000000000000b"

const body = (html: string | null, text: string | null): ClaimedMessage["body"] => ({
  id: "body_1",
  html,
  text,
  headers: [],
  shown: null,
  attachments: []
})
const subject = {
  id,
  tenant_id: "tn_1",
  sender: { name: null, address: "shop@shop.example" },
  topic: null,
  tracking_verified: false
}

const linksOf = (
  message: Pick<LinkSubject, "body"> & Partial<LinkSubject>,
  options: Parameters<typeof layerLinks>[0] = { publicUrl: "https://mail.example.com/mail" }
) =>
  Effect.gen(function* () {
    const links = yield* Links
    return links === undefined
      ? ("no links" as const)
      : (yield* links.linksOf)({ ...subject, ...message })?.unsubscribe
  }).pipe(Effect.provide(Layer.provide(layerLinks({ secret, ...options }), stored)))

describe("the addresses for unsubscribing", () => {
  it.effect("belong to mail with a topic, and to mail that asks for one of them", () =>
    Effect.gen(function* () {
      const offered = [
        yield* linksOf({ body: body("<p>News</p>", null), topic: "news" }),
        yield* linksOf({ body: null, topic: "news" }),
        yield* linksOf({ body: body('<a href="{{unsubscribe_url}}">', null) }),
        yield* linksOf({ body: body(null, "{{preferences_url}}") })
      ]
      const [key] = yield* Effect.promise(() => linkKeys)
      for (const one of offered) {
        const [, base, token = ""] =
          /^(.*)\/u\/([\w-]+)$/.exec(typeof one === "object" ? one.page : "") ?? []
        expect(base).toBe("https://mail.example.com/mail")
        expect(readLinkToken([key], "page", token)).toBe(id)
        expect(one).toEqual({
          page: `${base ?? ""}/u/${token}`,
          preferences: `${base ?? ""}/u/${token}/preferences`,
          mailto: undefined
        })
      }
    })
  )

  it.effect("belong to no other mail, and to none without a public URL", () =>
    Effect.gen(function* () {
      for (const content of [
        body("<p>unsubscribe_url</p>", "{unsubscribe_url}"),
        body(null, null),
        null
      ])
        expect(yield* linksOf({ body: content })).toBeUndefined()
      expect(yield* linksOf({ body: null, topic: "news" }, {})).toBe("no links")
      expect(
        yield* linksOf({ body: null, topic: "news" }, { returnPathHost: "bounce.example" })
      ).toBe("no links")
    })
  )

  it.effect("end in a slash where the host wants one", () =>
    Effect.gen(function* () {
      const publicUrl = "https://mail.example.com"
      const message = { body: null, topic: "news" }
      const [without, links] = [
        yield* linksOf(message, { publicUrl }),
        yield* linksOf(message, { publicUrl, trailingSlash: true })
      ]
      expect(links).toMatchObject({
        page: `${typeof without === "object" ? without.page : ""}/`
      })
    })
  )

  it.effect("include one for mail, at the host of return paths", () =>
    Effect.gen(function* () {
      const links = yield* linksOf(
        { body: null, topic: "news" },
        { publicUrl: "https://mail.example.com", returnPathHost: "bounce.example" }
      )
      const [key] = yield* Effect.provide(deriveKeys("return path", secret), stored)
      expect(links).toMatchObject({
        mailto: `mailto:${unsubscribeAddress(key, id, "bounce.example")}?subject=unsubscribe`
      })
    })
  )
})
