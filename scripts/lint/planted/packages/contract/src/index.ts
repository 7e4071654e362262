export * from "./Emails/send.js"
export * from "./version.js"
