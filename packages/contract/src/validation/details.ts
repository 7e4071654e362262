import { SchemaAST as AST, type SchemaIssue } from "effect"
import { beginningOf } from "../textRules.js"

/** By dotted path, such as `to.3` or `query.limit`; `body` is the whole body. */
export type ValidationDetails = Readonly<Record<string, ReadonlyArray<string>>>

type Issue = SchemaIssue.Issue
type Path = ReadonlyArray<PropertyKey>

/** How specific a reason is. */
const weights = { own: 2, rule: 1, type: 0 } as const

/** A reason, or the only values that are accepted. */
interface Found {
  readonly path: Path
  readonly weight: number
  readonly reason?: string
  readonly literal?: AST.LiteralValue
}

const maxReasonLength = 200
const maxIssues = 100
const maxSegmentLength = 100

/** Callers choose these names. */
const segmentOf = (segment: PropertyKey): string => {
  const text = String(segment).toWellFormed()
  return text.length > maxSegmentLength ? `${beginningOf(text, maxSegmentLength)}…` : text
}

const plural = (count: number, noun: string): string =>
  `${String(count)} ${noun}${count === 1 ? "" : "s"}`

interface BuiltInCheck {
  readonly id: string
  readonly payload: Readonly<Record<string, number>> | null
}

const demandOf = (ast: AST.AST, { id, payload }: BuiltInCheck): string | undefined => {
  const noun = AST.isArrays(ast) ? "item" : "character"
  const kind = AST.isArrays(ast) ? "a list" : "a string"
  const length = (count: number, most: string) =>
    noun === "item"
      ? `${kind} of at ${most} ${plural(count, noun)}`
      : `${kind} at ${most} ${plural(count, noun)} long`
  switch (id.slice("effect/schema/".length)) {
    case "isInt":
      return "a whole number"
    case "isMaxLength":
      return length(payload?.["maxLength"] ?? 0, "most")
    case "isMinLength":
      return length(payload?.["minLength"] ?? 0, "least")
    case "isBetween":
      return `a number from ${String(payload?.["minimum"])} to ${String(payload?.["maximum"])}`
    case "isGreaterThanOrEqualTo":
      return `a number greater than or equal to ${String(payload?.["minimum"])}`
    case "isGreaterThan":
      return payload?.["exclusiveMinimum"] === 0
        ? "a positive number"
        : `a number greater than ${String(payload?.["exclusiveMinimum"])}`
    default:
      return undefined
  }
}

/** Undefined for what is no type of JSON. */
const typeName = (ast: AST.AST): string | undefined => {
  switch (ast._tag) {
    case "String":
    case "Number":
    case "Boolean":
      return `a ${ast._tag.toLowerCase()}`
    case "Arrays":
      return "a list"
    case "Objects":
      return "an object"
    case "Null":
      return "null"
    default:
      return undefined
  }
}

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined)

const wrongType = (ast: AST.AST, path: Path): ReadonlyArray<Found> => {
  const own = text(ast.annotations?.["message"])
  if (own !== undefined) return [{ path, weight: weights.own, reason: own }]
  const expected = text(ast.annotations?.["expected"])
  if (expected !== undefined) return [{ path, weight: weights.rule, reason: `must be ${expected}` }]
  if (AST.isUnion(ast)) return ast.types.flatMap((type) => wrongType(type, path))
  if (AST.isLiteral(ast)) return [{ path, weight: weights.type, literal: ast.literal }]
  const name = typeName(ast)
  if (name !== undefined) return [{ path, weight: weights.type, reason: `must be ${name}` }]
  const [link] = ast.encoding ?? []
  return link === undefined ? [] : wrongType(link.to, path)
}

const flat = (ast: AST.AST): ReadonlyArray<AST.AST> =>
  AST.isUnion(ast) ? ast.types.flatMap(flat) : AST.isSuspend(ast) ? flat(ast.thunk()) : [ast]

const literalAt = (ast: AST.Objects, name: PropertyKey): AST.LiteralValue | undefined => {
  const type = ast.propertySignatures.find((member) => member.name === name)?.type
  return type !== undefined && AST.isLiteral(type) ? type.literal : undefined
}

/** Of an object that is none of a union's: the member by which they differ. */
const wrongKind = (
  { ast, input }: SchemaIssue.AnyOf,
  path: Path
): ReadonlyArray<Found> | undefined => {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return undefined
  const objects = flat(ast).filter(AST.isObjects)
  const kind = objects[0]?.propertySignatures.find(({ name }) =>
    objects.every((one) => literalAt(one, name) !== undefined)
  )
  if (kind === undefined) return undefined
  const at = [...path, kind.name]
  if (!Object.hasOwn(input, kind.name))
    return [{ path: at, weight: weights.own, reason: "is missing" }]
  return objects.flatMap((one) => {
    const literal = literalAt(one, kind.name)
    return literal === undefined ? [] : [{ path: at, weight: weights.type, literal }]
  })
}

const brokenRule = (
  { filter, issue }: SchemaIssue.Filter,
  ast: AST.AST | undefined,
  path: Path
) => {
  const own = text(filter.annotations?.["message"])
  if (own !== undefined) return [{ path, weight: weights.own, reason: own }]
  const builtIn = filter.annotations?.["representation"] as BuiltInCheck | undefined
  const demand = builtIn === undefined || ast === undefined ? undefined : demandOf(ast, builtIn)
  return demand === undefined
    ? found(issue, path)
    : [{ path, weight: weights.rule, reason: `must be ${demand}` }]
}

/** Every check runs, though one has failed: only the first is told. */
const firstRule = (issues: ReadonlyArray<Issue>): ReadonlyArray<Issue> => {
  const first = issues.findIndex(({ _tag }) => _tag === "Filter")
  return issues.filter(({ _tag }, index) => _tag !== "Filter" || index === first)
}

const found = (issue: Issue, path: Path): ReadonlyArray<Found> => {
  switch (issue._tag) {
    case "Pointer":
      return found(issue.issue, [...path, ...issue.path])
    case "Composite":
      return firstRule(issue.issues).flatMap((each) =>
        each._tag === "Filter" ? brokenRule(each, issue.ast, path) : found(each, path)
      )
    case "Filter":
      return brokenRule(issue, undefined, path)
    case "Encoding": {
      const own = text(issue.ast.annotations?.["message"])
      return own === undefined
        ? found(issue.issue, path)
        : [{ path, weight: weights.own, reason: own }]
    }
    case "AnyOf": {
      const own = text(issue.ast.annotations?.["message"])
      if (own !== undefined) return [{ path, weight: weights.own, reason: own }]
      return issue.issues.length === 0
        ? (wrongKind(issue, path) ?? wrongType(issue.ast, path))
        : issue.issues.flatMap((each) => found(each, path))
    }
    case "InvalidType":
      return wrongType(issue.ast, path)
    case "MissingKey":
      return [{ path, weight: weights.own, reason: "is missing" }]
    case "InvalidValue":
    case "Forbidden": {
      const reason = text(issue.annotations?.["message"]) ?? "is not accepted"
      return [{ path, weight: weights.own, reason }]
    }
    case "UnexpectedKey":
    case "OneOf":
      return [{ path, weight: weights.own, reason: "is not accepted" }]
  }
}

/** Literals become one reason. */
const joined = (all: ReadonlyArray<Found>): ReadonlyArray<string> => {
  const literals = all.flatMap(({ literal }) => (literal === undefined ? [] : [String(literal)]))
  const reasons = all.flatMap(({ reason }) => (reason === undefined ? [] : [reason]))
  const choice =
    literals.length === 1 ? `must be ${literals.join("")}` : `must be one of ${literals.join(", ")}`
  return [...new Set(literals.length === 0 ? reasons : [...reasons, choice])].map((reason) =>
    beginningOf(reason, maxReasonLength)
  )
}

/** A wrong type counts only if nothing more specific was found. */
export const detailsOf = (issue: Issue, prefix: ReadonlyArray<string> = []): ValidationDetails => {
  const all = found(issue, prefix)
    .slice(0, maxIssues)
    .map((each) => ({ ...each, at: each.path.map(segmentOf).join(".") }))
  const isExplained = (path: string, weight: number): boolean =>
    all.some((other) =>
      other.at === path
        ? other.weight > weight
        : (path === "" || other.at.startsWith(`${path}.`)) && other.weight >= weight
    )
  const details = new Map<string, ReadonlyArray<Found>>()
  for (const each of all) {
    if (each.weight < weights.own && isExplained(each.at, each.weight)) continue
    const key = each.at === "" ? "body" : each.at
    details.set(key, [...(details.get(key) ?? []), each])
  }
  return Object.fromEntries([...details].map(([path, several]) => [path, joined(several)]))
}
