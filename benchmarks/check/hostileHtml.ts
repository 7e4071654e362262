import { atOnce } from "@telemark/core"
import { asUtf8InSteps } from "../../packages/html/src/asUtf8.js"
import { findLinksInSteps } from "../../packages/html/src/findLinks.js"
import { findAttribute } from "../../packages/html/src/readHtml.js"
import { textInSteps } from "../../packages/html/src/textOf.js"
import {
  type Hostile,
  hostileAttributes,
  hostileToCharsets,
  hostileToLinks,
  hostileToText
} from "../../packages/html/test/hostile.js"
import { linksOf } from "../../packages/smtp/src/capture/readMail.js"
import { hostileLinks } from "../../packages/smtp/test/hostileLinks.js"
import type { Check } from "./Check.js"
import { growthOf, linear, repeated } from "./growth.js"

const length = 1024 * 1024

const readers: ReadonlyArray<
  readonly [what: string, hostile: ReadonlyArray<Hostile<unknown>>, read: (html: string) => unknown]
> = [
  ["text", hostileToText, (html) => atOnce(textInSteps(html))],
  ["links", hostileToLinks, (html) => atOnce(findLinksInSteps(html))],
  ["charset", hostileToCharsets, (html) => atOnce(asUtf8InSteps(html))]
]

export const hostileHtml: Check = {
  name: "hostile html",
  compares: "four times the html against once",
  bound: linear,
  start: () => [
    ...readers.flatMap(([what, hostile, read]) =>
      hostile.map(({ make, name, times }) => growthOf(`${what}: ${name}`, make, times, read))
    ),
    ...hostileAttributes.map((part) =>
      growthOf(`attribute: ${part}`, repeated(part), length / 2, (source) =>
        findAttribute(source, "href")
      )
    ),
    ...hostileLinks.map((part) =>
      growthOf(`captured links: ${part.trim()}`, repeated(part), length, (text) => [
        linksOf({ html: `<a ${text}`, text: null }),
        linksOf({ html: null, text })
      ])
    )
  ]
}
