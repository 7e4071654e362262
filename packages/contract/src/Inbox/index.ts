export * from "./errors.js"
export * from "./InboxMail.js"
