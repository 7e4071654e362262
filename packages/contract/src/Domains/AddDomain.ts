import { Schema } from "effect"
import { toAsciiDomain } from "../Addresses/index.js"
import { required } from "../members.js"

const Domain = Schema.String.pipe(
  Schema.filter((text) =>
    toAsciiDomain(text) === undefined ? "must be a domain name of two labels or more, such as example.com" : undefined, {
    jsonSchema: { maxLength: 253, examples: ["mail.example.com"] }
  })
)

/** The domain to add. */
export const AddDomain = Schema.Struct({
  domain: required(Domain, "A domain name, in upper or lower case and any script.")
}).annotations({ identifier: "AddDomain" })
export type AddDomain = typeof AddDomain.Type
