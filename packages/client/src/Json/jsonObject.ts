/** A JSON object (RFC 8259 4) that nothing more is known of. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Whether it is a JSON object, and neither a list nor null. */
export const isJsonObject = (value: unknown): value is JsonObject => typeof value === "object" && value !== null && !Array.isArray(value)
