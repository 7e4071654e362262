export * from "./Emails/index.js"
export * from "./version.js"
export * from "./Emails/send.js" // finds: architecture/entry-points
