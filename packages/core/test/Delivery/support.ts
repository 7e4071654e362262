import type { ClaimedMessage } from "@telemark/core"

/** A message at its first attempt. */
export const message: ClaimedMessage = {
  id: "em_1",
  tenant_id: "tn_1",
  sender: { name: null, address: "shop@example.com" },
  recipient: "ada@example.com",
  recipient_name: null,
  subject: "hello",
  body: { id: "body_1", html: null, text: "hello", headers: [], shown: null, attachments: [] },
  created_at: 0,
  scheduled_at: null,
  attempts: 1,
  suppressed: false,
  topic: null,
  refused_since: null,
  template_id: null,
  keys: [],
  return_path_verified: false,
  tracking_verified: false,
  smtp_config: null
}
