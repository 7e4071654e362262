export {
  type Arguments,
  type GroupName,
  allOperations,
  groups,
  type NamedOperation,
  operations,
  type Operations,
  type Response
} from "./operations.js"
export {
  type ArgumentsOf,
  countedAs,
  errorsOf,
  failuresOf,
  maxBodyOctets,
  type Operation,
  type PathParameter,
  pathParametersOf,
  queryParametersOf,
  type Repeat,
  repeatOf,
  type ResponseOf,
  type SendOptions
} from "./Operation.js"
export { asRepeat } from "./repeats.js"
