import type { EmailEvent, EventType } from "@telemark/contract"
import { Effect, type Redacted } from "effect"
import { newId } from "../../kernel/ids.js"
import { explainAnswer } from "./WebhookAttempt.js"
import { type WebhookAnswer, WebhookCaller } from "./WebhookCaller.js"
import { postedOf } from "./Posted.js"
import { sampleOfId } from "./sampleEvent.js"

interface PostSample {
  readonly type: EventType
  readonly url: string
  readonly secret: Redacted.Redacted
}

interface PostedSample {
  readonly event: EmailEvent
  readonly answer: WebhookAnswer
  /** As a sentence; null if the answer was 2xx. */
  readonly error: string | null
}

/** No tenant's endpoint has ids below 1. */
const noEndpoint = 0

/** Posts a sample as an event is posted, to a URL that is no tenant's endpoint. Nothing is stored. */
export const postSample = ({
  secret,
  type,
  url
}: PostSample): Effect.Effect<PostedSample, never, WebhookCaller> =>
  Effect.gen(function* () {
    const { call } = yield* WebhookCaller
    const event = sampleOfId(type, yield* newId("evt"))
    const answer = yield* call({
      endpoint_id: noEndpoint,
      url,
      ...postedOf(event),
      secrets: [secret]
    })
    return { event, answer, error: explainAnswer(answer) }
  })
