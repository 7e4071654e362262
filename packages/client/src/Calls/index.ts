export { attempt } from "./attempt.js"
export {
  type Asked,
  type Call,
  callOf,
  firstPosition,
  type Listing,
  type Page,
  type Position,
  positionAfter,
  type Repeat
} from "./Call.js"
export {
  type CallLimits,
  type FetchLike,
  type Limits,
  limitsOf,
  type SendOptions,
  type Service,
  type ServiceOptions,
  serviceOf
} from "./options.js"
export { pauseAfter } from "./repeat.js"
export { prepare, type Prepared } from "./request.js"
export { makeEventReader, openStream, resumedAfter, textOf } from "./stream.js"
