import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Schema } from "effect"

type ErrorClass<E> = abstract new (...args: never) => E

interface RowOptions<E, A, I> {
  readonly status: number
  /** The body's `error`. */
  readonly error: string
  /** What the OpenAPI document says of it. */
  readonly description: string
  /** The body's other members, as far as the error has any. */
  readonly members: Schema.Schema<A, I>
  readonly encode: (error: E) => A
  /** What the user is to do, in a sentence without any value of the request; by default the error's own message. */
  readonly sentence?: (error: E) => string
  /** The error again, for typed clients: as much of it as the body tells. */
  readonly decode: (members: A) => E
  readonly headers?: (error: E) => Readonly<Record<string, string>>
}

/** How one class of errors looks on the wire. */
export interface Row<E, I> {
  readonly status: number
  /** Encodes the error as its body and decodes the body as the error; names the status and the component. */
  readonly schema: Schema.Schema<E, { readonly error: string; readonly message: string } & I>
  /** The body alone, as an entry of a batch tells it. */
  readonly body: (error: E) => { readonly error: string; readonly message: string }
  readonly respond: (error: E) => HttpServerResponse.HttpServerResponse
}

const Message = Schema.String.annotations({ description: "What is wrong and what to do about it, for people to read. Programs go by `error` and `details`." })

export const row = <E extends Error, A extends object, I extends object>(
  errorClass: ErrorClass<E>,
  options: RowOptions<E, A, I>
): Row<E, I> => {
  const body = Schema.extend(Schema.Struct({ error: Schema.Literal(options.error), message: Message }), options.members).annotations({
    identifier: errorClass.name,
    description: options.description
  })
  const { sentence = ({ message }: E) => message } = options
  const encode = (error: E) => ({ error: options.error, message: sentence(error), ...options.encode(error) })
  return {
    status: options.status,
    schema: Schema.transform(body, Schema.declare((value): value is E => value instanceof errorClass), {
      strict: true,
      decode: options.decode,
      encode
    }).annotations(HttpApiSchema.annotations({ status: options.status, description: options.description })),
    body: encode,
    respond: (error) =>
      HttpServerResponse.unsafeJson(encode(error), {
        status: options.status,
        ...(options.headers === undefined ? {} : { headers: options.headers(error) })
      })
  }
}

/** A row whose body has `error` and `message` and nothing else. */
export const plainRow = <E extends Error>(
  errorClass: ErrorClass<E>,
  options: Omit<RowOptions<E, object, object>, "members" | "encode" | "decode"> & { readonly decode: () => E }
): Row<E, object> => row(errorClass, { ...options, members: Schema.Struct({}), encode: () => ({}) })
