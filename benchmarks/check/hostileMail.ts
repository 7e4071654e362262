import { readReply, wordingOf } from "@telemark/core"
import { checkListUnsubscribe } from "../../packages/core/src/sending/emails/listUnsubscribe.js"
import {
  hostileReplies,
  hostileUnsubscribes,
  hostileWordings
} from "../../packages/core/test/hostile.js"
import { readBounce } from "../../packages/feedback/src/bounces/readBounce.js"
import { feedbackProviders } from "../../packages/feedback/src/reader/layerFeedbackReader.js"
import { emailIdsIn } from "../../packages/feedback/src/returnPath/addressToken.js"
import { maxFormOctets, readForm } from "../../packages/feedback/src/unsubscribe/readForm.js"
import { hostileEvents } from "../../packages/feedback/test/Providers/hostileEvents.js"
import { hostileForms } from "../../packages/feedback/test/engagement/Unsubscribe/hostileForms.js"
import { hostileMessages } from "../../packages/feedback/test/hostileMessages.js"
import { hostileReturned, key } from "../../packages/feedback/test/hostileReturned.js"
import { elements } from "../../packages/templates/src/mjml/mjml.js"
import { inspectStructure } from "../../packages/templates/src/mjml/structure.js"
import { hostileMjml } from "../../packages/templates/test/hostileMjml.js"
import type { Check } from "./Check.js"
import { growthOf, linear, repeated } from "./growth.js"

const length = 256 * 1024
const post = ["List-Unsubscribe-Post", "List-Unsubscribe=One-Click"] as const

/** Readers of texts that repeat one part. */
const readers: ReadonlyArray<
  readonly [
    what: string,
    parts: ReadonlyArray<string>,
    length: number,
    read: (text: string) => unknown
  ]
> = [
  [
    "reply",
    hostileReplies,
    16 * 1024,
    (text) => readReply("rcpt", { code: 550, enhanced: null, text })
  ],
  [
    "wording",
    hostileWordings,
    16 * 1024,
    (text) => wordingOf({ code: 550, enhanced: null, text }, "ada@example.com")
  ],
  [
    "List-Unsubscribe",
    hostileUnsubscribes,
    length,
    (text) => checkListUnsubscribe([["List-Unsubscribe", text], post])
  ],
  [
    "form",
    hostileForms,
    maxFormOctets,
    (text) =>
      readForm("multipart/form-data; boundary=b", {
        _tag: "Octets",
        octets: Buffer.from(`${text}\r\n--b--`)
      })
  ],
  [
    "return path",
    hostileReturned.map(([unit]) => unit),
    length,
    (text) => emailIdsIn([key], Buffer.from(text))
  ],
  [
    "mjml",
    hostileMjml.map(([unit]) => unit),
    length,
    (text) => inspectStructure(`<mjml>${text}`, elements)
  ]
]

export const hostileMail: Check = {
  name: "hostile mail",
  compares: "four times the text against once",
  bound: linear,
  start: () => [
    ...readers.flatMap(([what, parts, size, read]) =>
      parts.map((part) => growthOf(`${what}: ${JSON.stringify(part)}`, repeated(part), size, read))
    ),
    ...hostileMessages.map(([name, make]) => growthOf(`bounce: ${name}`, make, length, readBounce)),
    ...hostileEvents.map(([name, make]) =>
      growthOf(
        `provider's events: ${name}`,
        (octets) => Buffer.from(make(octets)),
        length,
        (body) => feedbackProviders.brevo.read({ headers: {}, body, now: 0 }, "")
      )
    )
  ]
}
