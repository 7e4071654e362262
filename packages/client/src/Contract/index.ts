/**
 * The types of requests and answers, from the OpenAPI document. Instants are RFC 3339 in UTC, with
 * milliseconds.
 */
export type * from "./types.js"
