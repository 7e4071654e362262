import type { Block, Design } from "@telemark/client"
import { designLimits, designRules } from "@telemark/contract"
import { splitAtMergeTags } from "@telemark/html"
import { placedBlocks } from "./positions.js"

export type Rule =
  | "characters"
  | "color"
  | "empty"
  | "font"
  | "image"
  | "link"
  | "mergeTag"
  | "sample"
  | "size"
  | "spacer"
  | "width"

/** Something that the server would refuse, or, as a hint, that somebody should look at. */
export interface Problem {
  /** The block's id; null: of the theme or the whole design. */
  readonly id: string | null
  /** The member, such as `href` or `networks.0.name`. */
  readonly member: string
  readonly rule: Rule
  /** The bound that is exceeded. */
  readonly max?: number
  readonly isHint?: boolean
}

type Found = Omit<Problem, "id" | "member">
type Check = (value: string) => Found | undefined

const upTo =
  (max: number): Check =>
  (value) =>
    value.length > max ? { rule: "characters", max } : undefined
const ruled =
  (isValid: (value: string) => boolean, rule: Rule): Check =>
  (value) =>
    isValid(value) ? undefined : { rule }
const notEmpty: Check = (value) => (value.trim() === "" ? { rule: "empty" } : undefined)
const hinted =
  (check: Check): Check =>
  (value) => {
    const found = check(value)
    return found === undefined ? undefined : { ...found, isHint: true }
  }
const mergeTags: Check = (value) =>
  splitAtMergeTags(value)._tag === "Refused" ? { rule: "mergeTag" } : undefined
/** Domains that nobody can have. */
const sample = /^https?:\/\/(?:www\.)?example\.(?:com|net|org)(?:[/?#]|$)/i
const notSample: Check = (value) =>
  sample.test(value) ? { rule: "sample", isHint: true } : undefined

const firstOf =
  (...checks: ReadonlyArray<Check>): Check =>
  (value) => {
    for (const check of checks) {
      const found = check(value)
      if (found !== undefined) return found
    }
    return undefined
  }

const color = firstOf(upTo(designLimits.color), ruled(designRules.isColor, "color"))
const link = firstOf(
  upTo(designLimits.address),
  ruled(designRules.isLink, "link"),
  mergeTags,
  notSample
)
const image = firstOf(
  upTo(designLimits.address),
  ruled(designRules.isImageSource, "image"),
  mergeTags,
  notSample
)
const width = firstOf(upTo(designLimits.width), ruled(designRules.isWidth, "width"))
const line = (max: number): Check => firstOf(upTo(max), mergeTags, hinted(notEmpty))
const rich = mergeTags

type Checked = readonly [member: string, value: string | undefined, check: Check]

const checksOf = (block: Block): ReadonlyArray<Checked> => {
  switch (block.type) {
    case "heading":
      return [
        ["text", block.text, line(designLimits.heading)],
        ["color", block.color, color]
      ]
    case "text":
      return [
        ["html", block.html, rich],
        ["color", block.color, color]
      ]
    case "button":
      return [
        ["label", block.label, line(designLimits.label)],
        ["href", block.href, link],
        ["backgroundColor", block.backgroundColor, color],
        ["color", block.color, color]
      ]
    case "image":
      return [
        ["src", block.src, image],
        ["alt", block.alt, line(designLimits.alt)],
        ["href", block.href, link],
        ["width", block.width, width]
      ]
    case "divider":
      return [["color", block.color, color]]
    case "spacer":
      return [
        [
          "height",
          String(block.height),
          ruled(
            (value) =>
              Number.isInteger(Number(value)) &&
              Number(value) >= 0 &&
              Number(value) <= designLimits.spacer,
            "spacer"
          )
        ]
      ]
    case "social":
      return block.networks.flatMap(({ href, name }, at): ReadonlyArray<Checked> => [
        [
          `networks.${at}.name`,
          name,
          firstOf(
            (value) => (value === "" ? { rule: "empty" } : undefined),
            upTo(designLimits.networkName),
            mergeTags
          )
        ],
        [`networks.${at}.href`, href, link]
      ])
    case "footer":
      return [
        ["html", block.html, rich],
        ["unsubscribeUrl", block.unsubscribeUrl, link]
      ]
    case "columns":
      return []
  }
}

const found = (id: string | null, checks: ReadonlyArray<Checked>): ReadonlyArray<Problem> =>
  checks.flatMap(([member, value, check]) => {
    const problem = value === undefined ? undefined : check(value)
    return problem === undefined ? [] : [{ id, member, ...problem }]
  })

/**
 * What to mend before the design can be stored, by block, in the order of reading; then of the
 * theme and the whole.
 */
export const problemsOf = (design: Design): ReadonlyArray<Problem> => [
  ...placedBlocks(design).flatMap(({ block }) => found(block.id, checksOf(block))),
  ...(design.theme === undefined
    ? []
    : found(null, [
        ["backgroundColor", design.theme.backgroundColor, color],
        ["contentBackgroundColor", design.theme.contentBackgroundColor, color],
        ["linkColor", design.theme.linkColor, color],
        [
          "fontFamily",
          design.theme.fontFamily,
          firstOf(upTo(designLimits.fontFamily), ruled(designRules.isFontFamily, "font"))
        ],
        ["width", design.theme.width, width]
      ])),
  ...(JSON.stringify(design).length > designLimits.size
    ? [{ id: null, member: "size", rule: "size" as const, max: designLimits.size }]
    : [])
]
