import { idAt, type RecordedEvent } from "@telemark/core"

const email = {
  recipient_email: "ada@example.com",
  sender_email: "shop@example.org",
  subject: "Hello",
  template_id: null,
  metadata: null,
  tags: {},
  topic: null
}

/** Events in the order in which they were recorded. Their ids are in another. */
export const makeStored = () => {
  const events: Array<RecordedEvent> = []
  return {
    events,
    add: (tenant_id: string, count: number): void => {
      for (let index = 0; index < count; index++) {
        const random = crypto.getRandomValues(new Uint8Array(16))
        const id = idAt("evt", 1.8e12 + (random[0] ?? 0), random)
        events.push({
          event: {
            id,
            tenant_id,
            email_id: "em_1",
            type: "email.sent",
            created_at: 1.8e12,
            data: {}
          },
          email
        })
      }
    }
  }
}
