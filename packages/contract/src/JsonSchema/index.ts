export {
  type Definitions,
  type JsonSchema,
  makeJsonSchema,
  type WireMember,
  wireMembersOf
} from "./jsonSchema.js"
