import type { EmailEvent } from "@telemark/core"
import { Effect, Stream } from "effect"

/** An event of that id. */
export const eventOf = (id: string): EmailEvent => ({
  id,
  type: "email.sent",
  created_at: "2026-03-01T12:00:00.000Z",
  data: {
    email_id: `em_${id}`,
    recipient: "ada@example.com",
    sender: "shop@example.com",
    subject: "Hello",
    status: "sent",
    template_id: null,
    metadata: null,
    tags: {},
    topic: null,
    attempts: 1,
    smtp_response: null,
    error_message: null,
    failure_code: null,
    next_attempt_at: null
  }
})

/**
 * Events as storage hands them out: one at a time, handled once the next is asked for; behind the
 * last it waits.
 */
export const sourceOf = (...ids: ReadonlyArray<string>) => {
  const handled: Array<string> = []
  const state = { isOpen: false }
  let last: string | undefined
  const left = [...ids]
  const pull = Effect.suspend(() => {
    if (last !== undefined) handled.push(last)
    last = left.shift()
    return last === undefined ? Effect.never : Effect.succeed([eventOf(last)] as const)
  })
  const events = Stream.unwrap(
    Effect.as(
      Effect.acquireRelease(
        Effect.sync(() => {
          state.isOpen = true
        }),
        () =>
          Effect.sync(() => {
            state.isOpen = false
          })
      ),
      Stream.fromPull(Effect.succeed(pull))
    )
  )
  return { events, handled, state }
}
