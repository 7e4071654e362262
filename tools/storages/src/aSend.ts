import { keptOf } from "@telemark/contract"
import type { PreparedSend } from "@telemark/core"
import { randomUUID } from "node:crypto"

/** A send to one recipient, with ids that no other process has. */
export const aSend = (index: number): PreparedSend => ({
  tenant_id: "tn_a",
  created_at: 1.8e12 + index,
  sender: { name: null, address: "shop@example.com" },
  sender_policy: "any",
  subject: `No ${String(index)}`,
  template_id: null,
  template_version: null,
  body: {
    id: `body_${randomUUID()}`,
    html: "<p>Hello</p>",
    text: null,
    headers: [],
    shown: null,
    attachments: []
  },
  attachments: [],
  scheduled_at: null,
  ...keptOf({}),
  recipients: [
    { id: `em_${randomUUID()}`, address: "ada@example.com", name: null, folded: "ada@example.com" }
  ],
  warnings: [],
  unsigned_warning: null,
  idempotency: null,
  monthly_limit: null
})
