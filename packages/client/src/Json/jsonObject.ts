/** A JSON object (RFC 8259 4) whose members are unchecked. */
export type JsonObject = Readonly<Record<string, unknown>>

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)
