import { keptOf } from "@telemark/contract"
import type { PreparedSend, SendFacts } from "@telemark/core"

export const now = Date.UTC(2026, 5, 15)

export interface SendOverrides {
  readonly tenant?: string
  /** Folded addresses; the sends give them in capitals. */
  readonly to?: ReadonlyArray<string>
  readonly key?: string | undefined
  readonly limit?: number | undefined
  readonly from?: string
  readonly policy?: PreparedSend["sender_policy"]
  readonly at?: number
  readonly unsigned?: string
  readonly topic?: string | undefined
}

/** A send of tenant `t` to `a`, at `now`. */
export const send = ({
  at = now,
  from = "shop@example.com",
  key,
  limit,
  policy = "any",
  tenant = "t",
  to = ["a"],
  topic,
  unsigned
}: SendOverrides = {}): PreparedSend => ({
  tenant_id: tenant,
  created_at: at,
  sender: { name: null, address: from },
  sender_policy: policy,
  subject: "",
  template_id: null,
  template_version: null,
  body: { id: "body", html: null, text: "", headers: [], shown: null, attachments: [] },
  attachments: [],
  scheduled_at: null,
  ...keptOf({ topic: topic ?? null }),
  recipients: to.map((name) => ({
    id: `em_${name}`,
    address: name.toUpperCase(),
    name: null,
    folded: name
  })),
  warnings: [],
  unsigned_warning: unsigned ?? null,
  idempotency: key === undefined ? null : { key, body_digest: "digest" },
  monthly_limit: limit ?? null
})

export const senders = (known: Partial<SendFacts["senders"]> = {}): SendFacts["senders"] => ({
  owners: new Map(),
  signed: new Set(),
  ownServers: new Set(),
  ...known
})

/** What is stored: nothing, unless it is given. */
export const facts = (known: Partial<SendFacts> = {}): SendFacts => ({
  firstUses: new Map(),
  senders: senders(),
  erasureKeys: new Map(),
  suppressed: new Set(),
  topics: new Set(),
  used: new Map(),
  lost: new Set(),
  ...known
})
