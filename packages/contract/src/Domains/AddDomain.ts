import { Schema } from "effect"
import { DomainName } from "../Addresses/index.js"
import { required } from "../members.js"

/** The domain to add. */
export const AddDomain = Schema.Struct({
  domain: required(DomainName, "A domain name, in upper or lower case and any script.")
}).annotate({ identifier: "AddDomain" })
export type AddDomain = typeof AddDomain.Type
