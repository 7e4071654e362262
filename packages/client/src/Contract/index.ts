/** The shapes of requests and answers, as the OpenAPI document has them. Instants are RFC 3339 in UTC, with milliseconds. */
export type * from "./types.js"
