/** The shapes of requests and answers, as the OpenAPI document has them. Instants are RFC 3339 in UTC, with milliseconds. */
export type * from "./analytics.js"
export type * from "./designs.js"
export type * from "./domains.js"
export type * from "./emails.js"
export type * from "./paging.js"
export type * from "./settings.js"
export type * from "./templates.js"
export type * from "./webhooks.js"
