// Hot path (docs/hot-paths.md): functions made of the schema; encoding by it cost more than a small request.
import { detailsOf, type Operation } from "@telemark/contract"
import { Context, Result, type Schema, SchemaAST as AST, SchemaParser } from "effect"

/** Undefined if there is nothing to reduce. */
type Pick = ((value: unknown) => unknown) | undefined

type Members = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const pickStruct = (ast: AST.Objects): Pick => {
  const members = ast.propertySignatures.map(
    ({ name, type }) => [String(name), pickOf(type)] as const
  )
  const [index] = ast.indexSignatures
  if (index !== undefined) {
    const pick = pickOf(index.type)
    return pick === undefined
      ? undefined
      : (value) =>
          isObject(value)
            ? Object.fromEntries(
                Object.entries(value).map(([name, member]) => [name, pick(member)])
              )
            : value
  }
  return (value) => {
    if (!isObject(value)) return value
    const picked: Record<string, unknown> = {}
    for (const [name, pick] of members) {
      const member = value[name]
      if (member !== undefined) picked[name] = pick === undefined ? member : pick(member)
    }
    return picked
  }
}

const pickList = ({ rest }: AST.Arrays): Pick => {
  const pick = rest[0] === undefined ? undefined : pickOf(rest[0])
  return pick === undefined
    ? undefined
    : (value) => (Array.isArray(value) ? value.map(pick) : value)
}

/** Whether an object has the member's required members, and its literals match. */
const isMeant = (ast: AST.AST, value: Members): boolean =>
  !AST.isObjects(ast) ||
  ast.propertySignatures.every(({ name, type }) => {
    const member = value[String(name)]
    if (member === undefined) return AST.isOptional(type)
    const literals =
      type._tag === "Literal"
        ? [type.literal]
        : type._tag === "Union"
          ? type.types.map((one) => (one._tag === "Literal" ? one.literal : undefined))
          : []
    return (
      literals.length === 0 ||
      literals.includes(undefined) ||
      literals.some((literal) => literal === member)
    )
  })

const pickUnion = ({ types }: AST.Union): Pick => {
  const picks = types
    .map((type) => [type, pickOf(type)] as const)
    .filter(([, pick]) => pick !== undefined)
  if (picks.length === 0) return undefined
  return (value) => {
    const [, pick] =
      (isObject(value)
        ? picks.find(([type]) => isMeant(type, value))
        : Array.isArray(value)
          ? picks.find(([type]) => AST.isArrays(type))
          : undefined) ?? []
    return pick === undefined ? value : pick(value)
  }
}

const pickOf = (ast: AST.AST): Pick => {
  switch (ast._tag) {
    case "Objects":
      return pickStruct(ast)
    case "Arrays":
      return pickList(ast)
    case "Union":
      return pickUnion(ast)
    default:
      return undefined
  }
}

/** Removes members that the schema lacks, so that internal ones don't leak. Validates nothing. */
export const pickMembers = (
  schema: Schema.Codec<unknown, unknown>
): ((value: unknown) => unknown) => pickOf(schema.ast) ?? ((value) => value)

/** Whether a response that deviates from the contract is a fault, as in tests. */
export const StrictAnswers = Context.Reference("@telemark/http/StrictAnswers", {
  defaultValue: (): boolean => false
})

/**
 * Throws if a response deviates from its schema, without the value, which may be an address or a
 * key.
 */
export const strictly = ({ response }: Operation): ((answer: unknown) => unknown) => {
  const encode = SchemaParser.encodeUnknownResult(response, {
    onExcessProperty: "error",
    errors: "all"
  })
  return (answer): unknown =>
    Result.getOrThrowWith(
      encode(answer),
      (issue) => new Error(`The answer doesn't fit its schema: ${JSON.stringify(detailsOf(issue))}`)
    )
}
