import { Schema } from "effect"

type ErrorClass<E> = abstract new (...args: never) => E

/** A response header of an error. */
export interface ErrorHeader<E> {
  readonly description: string
  readonly value: (error: E) => string
}

/** How a class of errors appears on the wire. */
export interface ErrorDescription<E, Details = unknown> {
  readonly errorClass: ErrorClass<E>
  readonly status: number
  /** The body's `error`. */
  readonly error: string
  /** The description in the OpenAPI document. */
  readonly description: string
  /** The body's `details`, if the error has any. */
  readonly details?: Schema.Codec<Details> | undefined
  readonly toDetails?: ((error: E) => Details) | undefined
  /**
   * The body's `message`: what to do, without any value of the request. By default the error's own
   * message.
   */
  readonly sentence?: ((error: E) => string) | undefined
  readonly headers?: Readonly<Record<string, ErrorHeader<E>>> | undefined
}

export const describe = <E extends Error, Details>(
  errorClass: ErrorClass<E>,
  row: Omit<ErrorDescription<E, Details>, "errorClass">
): ErrorDescription<E, Details> => ({ errorClass, ...row })

const Message = Schema.String.annotate({
  description:
    "What is wrong and what to do about it, for people. Programs should use `error` and `details`."
})

/** The schema of an error's body, named `name`. */
export const bodySchemaOf = <E, Details>(
  name: string,
  { description, details, error }: ErrorDescription<E, Details>
): Schema.Codec<unknown, unknown> =>
  (details === undefined
    ? Schema.Struct({ error: Schema.Literal(error), message: Message })
    : Schema.Struct({ error: Schema.Literal(error), message: Message, details })
  ).annotate({ identifier: name, description })

/** An error's body. */
export const bodyOf = <E extends Error, Details>(
  row: ErrorDescription<E, Details>,
  error: E
): { readonly error: string; readonly message: string; readonly details?: unknown } => ({
  error: row.error,
  message: row.sentence?.(error) ?? error.message,
  ...(row.toDetails === undefined ? {} : { details: row.toDetails(error) })
})
