import { ValidationFailed } from "@telemark/contract"

/** Why a request that names a topic is refused: the tenant has none of this id. */
export const unknownTopic = (): ValidationFailed =>
  ValidationFailed.at(
    "topic",
    "must be the id of a topic that exists: create it with POST /v1/topics, or look at GET /v1/topics"
  )
