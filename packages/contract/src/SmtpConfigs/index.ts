export * from "./SmtpConfig.js"
export * from "./errors.js"
