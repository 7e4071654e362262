import { type Schema, type SchemaAST as AST, SchemaIssue } from "effect"

type Issue = SchemaIssue.Issue

/** Of a list or an object. */
interface MemberBound {
  readonly max: number
  readonly message: string
}

/** At all depths together. */
export interface FreeFormBound {
  readonly members: number
  readonly items: number
  /** UTF-16 code units of texts and member names. */
  readonly characters: number
  readonly message: string
}

const memberBoundId = "@telemark/contract/MemberBound"
const freeFormBoundId = "@telemark/contract/FreeFormBound"

/** They are counted before any is decoded. */
export const maxMembers = (
  max: number,
  message: string
): { readonly [memberBoundId]: MemberBound } => ({ [memberBoundId]: { max, message } })

/** They are measured before they are decoded. */
export const maxFreeForm = (
  bound: FreeFormBound
): { readonly [freeFormBoundId]: FreeFormBound } => ({ [freeFormBoundId]: bound })

/** Up to these sizes the schema itself reports problems, together with all others. */
const fewMembers = 100
const shortText = 16 * 1024

/** The work is bounded, too. Reading names and values apart takes half as long as entries. */
const holdsMore = (whole: unknown, bound: FreeFormBound): boolean => {
  let { characters, items, members } = bound
  const rest: Array<unknown> = [whole]
  while (rest.length > 0) {
    const next = rest.pop() as Readonly<Record<string, unknown>> | ReadonlyArray<unknown>
    if (Array.isArray(next)) items -= next.length
    else {
      const names = Object.keys(next)
      members -= names.length
      if (members >= 0) for (const name of names) characters -= name.length
    }
    if (items < 0 || members < 0) return true
    const values: ReadonlyArray<unknown> = Array.isArray(next) ? next : Object.values(next)
    for (const value of values) {
      if (typeof value === "string") characters -= value.length
      else if (typeof value === "object" && value !== null && !ArrayBuffer.isView(value))
        rest.push(value)
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

/** Undefined without a problem. */
type Check = (value: unknown) => Issue | undefined

const tooLarge = (message: string): Issue => new SchemaIssue.InvalidValue({ message })

/** Checks of others need the decoded value. */
const maxLengthOf = ({ annotations }: AST.Filter<unknown>): number | undefined => {
  const { id, payload } = (annotations?.["representation"] ?? {}) as {
    readonly id?: string
    readonly payload?: { readonly maxLength?: number }
  }
  return id === "effect/schema/isMaxLength" ? payload?.maxLength : undefined
}

const checkOfFilter = (ast: AST.AST, filter: AST.Filter<unknown>): Check | undefined => {
  const { [freeFormBoundId]: free, [memberBoundId]: members } = (filter.annotations ?? {}) as {
    readonly [freeFormBoundId]?: FreeFormBound
    readonly [memberBoundId]?: MemberBound
  }
  if (free !== undefined)
    return (value) => (holdsMore(value, free) ? tooLarge(free.message) : undefined)
  if (members !== undefined) {
    return (value) =>
      membersIn(value) > Math.max(members.max, fewMembers) ? tooLarge(members.message) : undefined
  }
  const max = maxLengthOf(filter)
  if (max === undefined) return undefined
  return (value) =>
    (typeof value === "string" && value.length > Math.max(max, shortText)) ||
    (Array.isArray(value) && value.length > Math.max(max, fewMembers))
      ? new SchemaIssue.Composite(ast, [
          new SchemaIssue.Filter(filter, new SchemaIssue.InvalidValue())
        ])
      : undefined
}

export const filtersOf = (check: AST.Check<unknown>): ReadonlyArray<AST.Filter<unknown>> =>
  check._tag === "Filter" ? [check] : check.checks.flatMap(filtersOf)

const firstOf = (checks: ReadonlyArray<Check | undefined>): Check | undefined => {
  const some = checks.filter((check) => check !== undefined)
  const [only] = some
  return some.length < 2
    ? only
    : (value) => {
        for (const check of some) {
          const issue = check(value)
          if (issue !== undefined) return issue
        }
        return undefined
      }
}

/** Apart from its members; the outermost filter first, which may be narrower than those inside. */
const ownCheck = (ast: AST.AST): Check | undefined =>
  firstOf(
    (ast.checks ?? [])
      .flatMap(filtersOf)
      .map((filter) => checkOfFilter(ast, filter))
      .reverse()
  )

type Kind = "text" | "list" | "object"

const encodedOf = ({ encoding }: AST.AST): AST.AST | undefined => encoding?.at(-1)?.to

const kindOf = (ast: AST.AST): Kind | undefined => {
  const encoded = encodedOf(ast)
  if (encoded !== undefined) return kindOf(encoded)
  switch (ast._tag) {
    case "String":
      return "text"
    case "Arrays":
      return "list"
    case "Objects":
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

const at = (name: PropertyKey, issue: Issue): Issue => new SchemaIssue.Pointer([name], issue)

const checkStruct = (ast: AST.Objects): Check | undefined => {
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

const checkList = ({ rest }: AST.Arrays): Check | undefined => {
  const check = rest[0] === undefined ? undefined : checkOf(rest[0])
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

/** If several schemas of a union accept a kind of value, the check is left to them. */
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
    case "Objects":
      return checkStruct(ast)
    case "Arrays":
      return checkList(ast)
    case "Union":
      return checkUnion(ast)
    default:
      return undefined
  }
}

/** A list is counted before its items are checked. */
const checkOf = (ast: AST.AST): Check | undefined => {
  const encoded = encodedOf(ast)
  return encoded === undefined
    ? firstOf([ownCheck(ast), checkMembers(ast)])
    : firstOf([ownCheck(ast), checkOf(encoded)])
}

const nothing: Check = () => undefined

/**
 * Finds the first list, object or text that is far larger than a schema accepts, without decoding:
 * decoding 99,000 addresses to find that 50 are allowed takes 0.5 s. Slightly larger values are
 * left to the schema.
 */
export const boundsOf = <A, I>(schema: Schema.Codec<A, I>): Check => checkOf(schema.ast) ?? nothing
