import {
  decode,
  maxLocales,
  maxVariables,
  type ValidationDetails,
  ValidationFailed
} from "@telemark/contract"
import { Result, type Schema } from "effect"

type Members = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Members => typeof value === "object" && value !== null

/** More than the largest valid design has: 200 blocks with 20 networks each. */
const maxMembers = 20_000

const hasTooMany = (design: unknown): boolean => {
  let count = 0
  for (let level: ReadonlyArray<unknown> = [design]; level.length > 0;) {
    const below: Array<unknown> = []
    for (const value of level) {
      if (!isObject(value)) continue
      for (const member of Object.values(value)) below.push(member)
      if (count + below.length > maxMembers) return true
    }
    count += below.length
    level = below
  }
  return false
}

const designProblems = (parts: unknown, path: string): ValidationDetails =>
  isObject(parts) && hasTooMany(parts["design_json"])
    ? {
        [`${path}design_json`]: [
          "must be at most 200 blocks, each with its documented members only"
        ]
      }
    : {}

const findOversized = (input: unknown): ValidationDetails => {
  if (!isObject(input)) return {}
  // Schemas would silently drop it.
  const unnamed = ["locales", "variables"].filter(
    (member) => isObject(input[member]) && Object.hasOwn(input[member], "__proto__")
  )
  if (unnamed.length > 0)
    return Object.fromEntries(
      unnamed.map((member) => [member, ["must not have the name __proto__"]])
    )
  if (isObject(input["variables"]) && Object.keys(input["variables"]).length > maxVariables) {
    return { variables: [`must be at most ${String(maxVariables)}`] }
  }
  const locales = isObject(input["locales"]) ? Object.entries(input["locales"]) : []
  if (locales.length > maxLocales) return { locales: [`must be at most ${String(maxLocales)}`] }
  return locales.reduce(
    (found, [tag, parts]) => ({ ...found, ...designProblems(parts, `locales.${tag}.`) }),
    designProblems(input, "")
  )
}

/**
 * Decodes requests with designs. 5 MiB of blocks would keep the process busy for two seconds before
 * a schema counts them.
 */
export const decodeTemplate = <A, I>(schema: Schema.Codec<A, I>) => {
  const decodeInput = decode(schema)
  return (input: unknown): Result.Result<A, ValidationFailed> => {
    const details = findOversized(input)
    return Object.keys(details).length === 0
      ? decodeInput(input)
      : Result.fail(new ValidationFailed({ details }))
  }
}
