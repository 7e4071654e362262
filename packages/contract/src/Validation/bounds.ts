import { ParseResult, type Schema, SchemaAST as AST } from "effect"

type Issue = ParseResult.ParseIssue

/** Maximum number of members of a list or an object, and the message when it is exceeded. */
interface MemberBound {
  readonly max: number
  readonly message: string
}

/**
 * Maximum contents of a free-form object at all depths together, and the message when they are
 * exceeded.
 */
export interface FreeFormBound {
  readonly members: number
  readonly items: number
  /** UTF-16 code units of texts and member names. */
  readonly characters: number
  readonly message: string
}

const memberBoundId = Symbol.for("@telemark/core/MemberBound")
const freeFormBoundId = Symbol.for("@telemark/core/FreeFormBound")

/** Annotations that limit the number of members, which are counted before any is decoded. */
export const maxMembers = (
  max: number,
  message: string
): { readonly [memberBoundId]: MemberBound } => ({ [memberBoundId]: { max, message } })

/** Annotations for free-form objects, which are measured before they are decoded. */
export const maxFreeForm = (
  bound: FreeFormBound
): { readonly [freeFormBoundId]: FreeFormBound } => ({ [freeFormBoundId]: bound })

/**
 * Up to these sizes the schema itself reports problems, together with all others: decoding that
 * much is quick.
 */
const fewMembers = 100
const shortText = 16 * 1024

/** Whether a free-form value exceeds its bound. The work is bounded too. */
const holdsMore = (whole: unknown, bound: FreeFormBound): boolean => {
  let { characters, items, members } = bound
  const rest: Array<unknown> = [whole]
  const take = (value: unknown): void => {
    if (typeof value === "string") characters -= value.length
    else if (typeof value === "object" && value !== null && !ArrayBuffer.isView(value))
      rest.push(value)
  }
  while (rest.length > 0) {
    const next = rest.pop() as Readonly<Record<string, unknown>> | ReadonlyArray<unknown>
    if (Array.isArray(next)) {
      items -= next.length
      if (items < 0) return true
      next.forEach(take)
    } else {
      const entries = Object.entries(next)
      members -= entries.length
      if (members < 0) return true
      for (const [name, value] of entries) {
        characters -= name.length
        take(value)
      }
    }
    if (characters < 0) return true
  }
  return characters < 0
}

const membersIn = (value: unknown): number =>
  Array.isArray(value)
    ? value.length
    : typeof value === "object" && value !== null
      ? Object.keys(value).length
      : 0

/** Returns the problem with a value's size; undefined if there is none. */
type Check = (value: unknown) => Issue | undefined

interface JsonSchemaBounds {
  readonly maxLength?: number
  readonly maxItems?: number
}

/** The check of a schema's own size, apart from its members. */
const ownCheck = (ast: AST.AST): Check | undefined => {
  const { [freeFormBoundId]: free, [memberBoundId]: members } = ast.annotations as {
    [freeFormBoundId]?: FreeFormBound
    [memberBoundId]?: MemberBound
  }
  const { maxItems = Infinity, maxLength = Infinity }: JsonSchemaBounds =
    ast.annotations[AST.JSONSchemaAnnotationId] ?? {}
  if (free !== undefined)
    return (value) =>
      holdsMore(value, free) ? new ParseResult.Type(ast, undefined, free.message) : undefined
  if (members !== undefined) {
    return (value) =>
      membersIn(value) > Math.max(members.max, fewMembers)
        ? new ParseResult.Type(ast, undefined, members.message)
        : undefined
  }
  // Refinements from outside the library have their own messages, which need the decoded value.
  const isBuiltIn = ast.annotations[AST.SchemaIdAnnotationId] !== undefined
  if (ast._tag !== "Refinement" || !isBuiltIn || (maxItems === Infinity && maxLength === Infinity))
    return undefined
  return (value) =>
    (typeof value === "string" && value.length > Math.max(maxLength, shortText)) ||
    (Array.isArray(value) && value.length > Math.max(maxItems, fewMembers))
      ? new ParseResult.Refinement(
          ast,
          undefined,
          "Predicate",
          new ParseResult.Type(ast, undefined)
        )
      : undefined
}

type Kind = "text" | "list" | "object"

const kindOf = (ast: AST.AST): Kind | undefined => {
  switch (ast._tag) {
    case "Refinement":
    case "Transformation":
      return kindOf(ast.from)
    case "StringKeyword":
      return "text"
    case "TupleType":
      return "list"
    case "TypeLiteral":
      return "object"
    default:
      return undefined
  }
}

const kindOfValue = (value: unknown): Kind | undefined =>
  typeof value === "string"
    ? "text"
    : Array.isArray(value)
      ? "list"
      : typeof value === "object" && value !== null
        ? "object"
        : undefined

const at = (name: PropertyKey, issue: Issue): Issue =>
  new ParseResult.Pointer(name, undefined, issue)

const checkStruct = (ast: AST.TypeLiteral): Check | undefined => {
  const named = ast.propertySignatures.flatMap(({ name, type }) => {
    const check = checkOf(type)
    return check === undefined ? [] : [[name, check] as const]
  })
  const [index] = ast.indexSignatures
  const others = index === undefined ? undefined : checkOf(index.type)
  if (named.length === 0 && others === undefined) return undefined
  return (value) => {
    if (kindOfValue(value) !== "object") return undefined
    const object = value as Readonly<Record<PropertyKey, unknown>>
    for (const [name, check] of named) {
      const issue = check(object[name])
      if (issue !== undefined) return at(name, issue)
    }
    if (others === undefined) return undefined
    for (const [name, member] of Object.entries(object)) {
      const issue = others(member)
      if (issue !== undefined) return at(name, issue)
    }
    return undefined
  }
}

const checkList = ({ rest }: AST.TupleType): Check | undefined => {
  const check = rest[0] === undefined ? undefined : checkOf(rest[0].type)
  if (check === undefined) return undefined
  return (value) => {
    if (!Array.isArray(value)) return undefined
    for (const [index, item] of value.entries()) {
      const issue = check(item)
      if (issue !== undefined) return at(index, issue)
    }
    return undefined
  }
}

const flat = (types: ReadonlyArray<AST.AST>): ReadonlyArray<AST.AST> =>
  types.flatMap((type) => (type._tag === "Union" ? flat(type.types) : [type]))

/**
 * If several schemas of a union accept the same kind of value, the size check is left to the
 * schema.
 */
const checkUnion = ({ types }: AST.Union): Check | undefined => {
  const byKind = new Map<Kind, Check>()
  for (const kind of ["text", "list", "object"] as const) {
    const [only, ...others] = flat(types).filter((type) => kindOf(type) === kind)
    const check = only === undefined || others.length > 0 ? undefined : checkOf(only)
    if (check !== undefined) byKind.set(kind, check)
  }
  if (byKind.size === 0) return undefined
  return (value) => {
    const kind = kindOfValue(value)
    return kind === undefined ? undefined : byKind.get(kind)?.(value)
  }
}

const checkMembers = (ast: AST.AST): Check | undefined => {
  switch (ast._tag) {
    case "Refinement":
    case "Transformation":
      return checkOf(ast.from)
    case "TypeLiteral":
      return checkStruct(ast)
    case "TupleType":
      return checkList(ast)
    case "Union":
      return checkUnion(ast)
    default:
      return undefined
  }
}

/** Counts a list before checking its items. */
const checkOf = (ast: AST.AST): Check | undefined => {
  const own = ownCheck(ast)
  const members = checkMembers(ast)
  return own === undefined || members === undefined
    ? (own ?? members)
    : (value) => own(value) ?? members(value)
}

const nothing: Check = () => undefined

/**
 * Finds the first list, object or text that is far larger than a schema accepts, without decoding:
 * decoding 99,000 addresses to find that 50 are allowed takes 0.5 s. Bounds come from `maxItems`,
 * `maxLength`, `maxMembers` and `maxFreeForm`. Slightly larger values are left to the schema.
 */
export const boundsOf = <A, I>(schema: Schema.Schema<A, I>): Check => checkOf(schema.ast) ?? nothing
