import { Cause, Logger, References } from "effect"

const isFields = (part: unknown): part is Readonly<Record<string, unknown>> =>
  typeof part === "object" && part !== null && Object.getPrototypeOf(part) === Object.prototype

/** Converts values that JSON can't represent. */
const replacer = (_: string, value: unknown): unknown =>
  value instanceof Error
    ? `${value.name}: ${value.message}`
    : typeof value === "bigint"
      ? value.toString()
      : value

const text = (part: unknown): string =>
  typeof part === "string" ? part : JSON.stringify(part, replacer)

/** One line of JSON. Fields of the message become members, so that they can be searched. */
export const jsonLine = Logger.make(({ cause, date, fiber, logLevel, message }): string => {
  const parts: ReadonlyArray<unknown> = Array.isArray(message) ? message : [message]
  const fields: ReadonlyArray<Readonly<Record<string, unknown>>> = parts.filter(isFields)
  return JSON.stringify(
    {
      time: date.toISOString(),
      level: logLevel.toLowerCase(),
      message: parts
        .filter((part) => !isFields(part))
        .map(text)
        .join(" "),
      ...fiber.getRef(References.CurrentLogAnnotations),
      ...Object.assign({}, ...fields),
      ...(cause.reasons.length === 0 ? {} : { cause: Cause.pretty(cause) })
    },
    replacer
  )
})
