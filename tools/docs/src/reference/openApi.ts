import { readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../pages.js"

/** JSON Schema, as far as the document uses it. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly description?: string
  readonly enum?: ReadonlyArray<string | number | boolean>
  readonly const?: string
  readonly default?: string | number | boolean
  readonly pattern?: string
  readonly contentEncoding?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly maxProperties?: number
  readonly required?: ReadonlyArray<string>
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly anyOf?: ReadonlyArray<Schema>
  readonly allOf?: ReadonlyArray<Schema>
}

interface Content {
  readonly "application/json"?: {
    readonly schema: Schema
    readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
  }
}

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

/** An operation, or what is posted to a webhook. */
export interface Operation {
  readonly summary: string
  readonly description?: string
  readonly tags: ReadonlyArray<string>
  readonly parameters?: ReadonlyArray<Parameter>
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Content }>
  >
  readonly "x-required-scope"?: string
}

/** The document that describes the HTTP interface. */
export interface OpenApi {
  readonly tags: ReadonlyArray<{ readonly name: string }>
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** Where it is, from the root. */
export const openApiFile = "packages/http/openapi.json"

/** Reads it. */
export const readOpenApi = (): OpenApi =>
  JSON.parse(readFileSync(join(root, openApiFile), "utf8")) as OpenApi
