import { type Schema, SchemaAST as AST } from "effect"
import { filtersOf } from "./validation/bounds.js"

/** Draft 2020-12, or a part of one. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
}

/** Added to as named schemas are met. */
export type Definitions = Record<string, JsonSchema>

export interface WireMember {
  readonly name: string
  readonly isOptional: boolean
  readonly description: string | undefined
  readonly type: AST.AST
}

const encodedOf = (ast: AST.AST): AST.AST => {
  const encoded = ast.encoding?.at(-1)?.to
  return encoded === undefined ? ast : encodedOf(encoded)
}

const withoutUndefined = (ast: AST.AST): AST.AST => {
  if (!AST.isUnion(ast)) return ast
  const [only, ...others] = ast.types.filter((type) => !AST.isUndefined(type))
  return only !== undefined && others.length === 0 ? only : ast
}

const membersOf = (ast: AST.AST): ReadonlyArray<WireMember> => {
  const encoded = encodedOf(ast)
  return AST.isObjects(encoded)
    ? encoded.propertySignatures.map(({ name, type }) => {
        const present = withoutUndefined(type)
        return {
          name: String(name),
          isOptional: AST.isOptional(type),
          description: type.context?.annotations?.description ?? AST.resolveDescription(present),
          type: present
        }
      })
    : []
}

export const wireMembersOf = ({ ast }: Schema.Top): ReadonlyArray<WireMember> => membersOf(ast)

const typeOf = (value: AST.LiteralValue): string =>
  typeof value === "string" ? "string" : typeof value

const enumOf = (values: ReadonlyArray<AST.LiteralValue>): JsonSchema => ({
  type: typeOf(values[0] ?? ""),
  enum: values
})

/** What the library's types and checks don't say. */
const ownKeywords = (annotations: Schema.Annotations.Annotations | undefined) =>
  annotations?.["jsonSchema"] as JsonSchema | undefined

interface Representation {
  readonly id?: string
  readonly payload?: Readonly<Record<string, unknown>> | null
}

type ToJsonSchema = (context: {
  readonly type: unknown
}) => JsonSchema | readonly [JsonSchema, boolean]

/** Beside a schema of this type. */
const keywordsOf = ({ annotations }: AST.Filter<unknown>, type: unknown): JsonSchema => {
  const own = ownKeywords(annotations)
  if (own !== undefined) return own
  const { id, payload } = (annotations?.["representation"] ?? {}) as Representation
  // The library leaves out patterns without the flag `u`.
  if (id === "effect/schema/isPattern") return { pattern: payload?.["source"] }
  const made = (annotations?.["toJsonSchema"] as ToJsonSchema | undefined)?.({ type }) ?? {}
  const keywords = (Array.isArray(made) ? made[0] : made) as JsonSchema
  // What a number can hold exactly isn't a rule of ours.
  return keywords["type"] === "integer" ? { type: "integer" } : keywords
}

/** Of what is on the wire; named schemas become references to `definitions`. */
export const makeJsonSchema = (definitions: Definitions, path: string) => {
  const structOf = (ast: AST.Objects): JsonSchema => {
    const [index] = ast.indexSignatures
    if (index !== undefined) return { type: "object", additionalProperties: of(index.type) }
    const members = membersOf(ast)
    return {
      type: "object",
      required: members.filter(({ isOptional }) => !isOptional).map(({ name }) => name),
      properties: Object.fromEntries(members.map((member) => [member.name, memberOf(member)])),
      additionalProperties: true
    }
  }

  const memberOf = ({ description, type }: WireMember): JsonSchema => {
    const schema = of(type)
    const known = definitions[AST.resolveIdentifier(type) ?? ""] ?? schema
    return description === undefined || description === known["description"]
      ? schema
      : { ...schema, description }
  }

  const unionOf = ({ types }: AST.Union): JsonSchema => {
    const present = types.filter((type) => !AST.isUndefined(type))
    const literals = present.flatMap((type) => (AST.isLiteral(type) ? [type.literal] : []))
    const [only] = present
    if (only !== undefined && present.length === 1) return of(only)
    return literals.length === present.length && new Set(literals.map(typeOf)).size === 1
      ? enumOf(literals)
      : { anyOf: present.map(of) }
  }

  const typeSchema = (ast: AST.AST): JsonSchema => {
    switch (ast._tag) {
      case "String":
      case "Number":
      case "Boolean":
      case "Null":
        return { type: ast._tag.toLowerCase() }
      case "Literal":
        return enumOf([ast.literal])
      case "Arrays":
        return { type: "array", items: ast.rest[0] === undefined ? {} : of(ast.rest[0]) }
      case "Objects":
        return structOf(ast)
      case "Union":
        return unionOf(ast)
      case "Suspend":
        return of(ast.thunk())
      default:
        return {}
    }
  }

  const bare = (ast: AST.AST): JsonSchema => {
    const own = ownKeywords(ast.annotations)
    const encoded = encodedOf(ast)
    const { format } = ast.annotations ?? {}
    let schema = own ?? {
      ...(encoded === ast ? typeSchema(ast) : of(encoded)),
      ...(typeof format === "string" ? { format } : {})
    }
    for (const filter of (ast.checks ?? []).flatMap(filtersOf))
      schema = { ...schema, ...keywordsOf(filter, schema["type"]) }
    const description = AST.resolveDescription(ast)
    if (description === undefined) return schema
    return { ...describedOnce(schema, description), description }
  }

  const of = (ast: AST.AST): JsonSchema => {
    const identifier = AST.resolveIdentifier(ast)
    if (identifier === undefined) return bare(ast)
    if (!Object.hasOwn(definitions, identifier)) {
      definitions[identifier] = {}
      definitions[identifier] = bare(ast)
    }
    const description = AST.resolveDescription(ast)
    return {
      $ref: `${path}${identifier}`,
      ...(description === definitions[identifier]?.["description"] ? {} : { description })
    }
  }
  return ({ ast }: Pick<Schema.Top, "ast">): JsonSchema => of(ast)
}

/** Variants of a nullable schema have the description of the whole. */
const describedOnce = (schema: JsonSchema, description: string): JsonSchema => {
  const { anyOf } = schema
  if (!Array.isArray(anyOf)) return schema
  const variants = (anyOf as ReadonlyArray<JsonSchema>).map((one) => {
    const { description: known, ...rest } = one
    return known === description ? rest : one
  })
  return { ...schema, anyOf: variants }
}
