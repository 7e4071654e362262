import type { StorageError, Tenants, WireMember } from "@telemark/core"
import { Effect, Option, SchemaAST as AST } from "effect"
import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"
import type * as Param from "effect/cli/Param"
import { commandFailed, type CommandFailed } from "./failures.js"

export const flag = (name: string, description: string): Flag.Flag<boolean> =>
  Flag.Boolean(name).pipe(
    Flag.withoutNegation,
    Flag.withDefault(false),
    Flag.withDescription(description)
  )

export const json = flag("json", "Print one JSON document, and nothing else, on standard output.")

export const optional = <A>(option: Flag.Flag<A>): Flag.Flag<A | undefined> =>
  Flag.map(Flag.optional(option), Option.getOrUndefined)

export const optionalText = (name: string, description: string): Flag.Flag<string | undefined> =>
  optional(Flag.withDescription(Flag.String(name), description))

export interface LookedUp<Found> {
  readonly parameter: Param.Any
  find(given: unknown): Effect.Effect<Found, CommandFailed | StorageError, Tenants>
}

/** How a member of a request is given; its schema says what it takes. A text is the description. */
export type Described =
  | string
  | {
      readonly text: string
      /** If that isn't named as the member is. */
      readonly option?: string
      readonly default?: string
      /** What `--no-…` does: it takes the setting away. */
      readonly none?: string
      /** What `--all-…` does: it gives all that the list may have. */
      readonly all?: string
    }

const typesOf = (type: AST.AST): ReadonlyArray<AST.AST> =>
  AST.isUnion(type) ? type.types.flatMap(typesOf) : [type]

const literalsOf = (type: AST.AST): ReadonlyArray<string> =>
  typesOf(type).flatMap((each) => (AST.isLiteral(each) ? [String(each.literal)] : []))

export const argumentOf = (name: string, text: string, member: WireMember | undefined) => {
  const literals = member === undefined ? [] : literalsOf(member.type)
  return Argument.withDescription(
    literals.length > 0 ? Argument.Literals(name, literals) : Argument.String(name),
    text
  )
}

const onOrOff = [
  ["on", true],
  ["off", false]
] as const

const optionOf = (name: string, type: AST.AST, isChange: boolean): Flag.Flag<unknown> => {
  const types = typesOf(type)
  const literals = literalsOf(type)
  if (literals.length > 0) return Flag.Literals(name, literals)
  if (types.some(AST.isNumber)) return Flag.Int(name)
  if (!types.some(AST.isBoolean)) return Flag.String(name)
  return isChange ? Flag.ChoiceWithValue(name, onOrOff) : Flag.withoutNegation(Flag.Boolean(name))
}

interface GivenOptions {
  readonly given?: unknown
  readonly opposite?: boolean
}

/** The options of a member, and how its value is read from them. */
export const optionsOf = (
  { isOptional, name: member, type }: WireMember,
  described: Described,
  isChange: boolean
) => {
  const stated = typeof described === "string" ? { text: described } : described
  const { all, default: unset, none, option: name = member.replaceAll("_", "-"), text } = stated
  const list = typesOf(type).find(AST.isArrays)?.rest[0]
  const values = list === undefined ? [] : literalsOf(list)
  const required = Flag.withDescription(optionOf(name, type, isChange), text)
  const option = unset === undefined ? required : Flag.withDefault(required, unset)
  const opposite = all === undefined ? `no-${name}` : `all-${name}`
  const oppositeText = all ?? none
  const refused = (message: string) =>
    commandFailed(`invalid_${list === undefined ? "options" : member}`, message)
  return {
    names: oppositeText === undefined ? [name] : [name, opposite],
    parameters: {
      given: isOptional || all !== undefined ? optional(option) : option,
      ...(oppositeText === undefined ? {} : { opposite: flag(opposite, oppositeText) })
    },
    read: (parsed: unknown) => {
      const { given, opposite: isOpposite = false } = parsed as GivenOptions
      if (isOpposite && given !== undefined)
        return refused(`Give either --${name} or --${opposite}, not both.`)
      if (isOpposite) return Effect.succeed(all === undefined ? null : values)
      if (given === undefined && !isOptional && all !== undefined)
        return refused(`Give either --${name} or --${opposite}.`)
      if (list === undefined || typeof given !== "string") return Effect.succeed(given)
      const several = given.split(",").map((each) => each.trim())
      return values.length === 0 || several.every((each) => values.includes(each))
        ? Effect.succeed(several)
        : refused(
            `--${name} takes one or more of these, separated by commas: ${values.join(", ")}.`
          )
    }
  }
}
