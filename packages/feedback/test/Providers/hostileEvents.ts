/**
 * Bodies that are made to take a provider's reader long, each of about so many octets, and what
 * becomes of their events.
 */
export const hostileEvents: ReadonlyArray<
  readonly [name: string, make: (octets: number) => string, outcome: object]
> = [
  [
    "numbers",
    (octets) => JSON.stringify({ event: "hard_bounce", reason: "5.".repeat(octets / 2) }),
    { _tag: "Events", events: [{ verdict: "invalid_recipient" }] }
  ],
  [
    "blanks",
    (octets) => JSON.stringify({ event: "hard_bounce", reason: " ".repeat(octets) }),
    { _tag: "Events", events: [{ verdict: "invalid_recipient", message: {} }] }
  ],
  [
    "brackets of an id",
    (octets) => JSON.stringify({ event: "hard_bounce", "message-id": "<".repeat(octets) }),
    { _tag: "Events", events: [{ verdict: "invalid_recipient", message: {} }] }
  ],
  [
    "our own ids",
    (octets) =>
      JSON.stringify({
        event: "hard_bounce",
        "X-Mailin-custom": "telemark_id:".repeat(octets / 12)
      }),
    { _tag: "Events", events: [{ verdict: "invalid_recipient", message: {} }] }
  ],
  [
    "names without values",
    (octets) => `{"event":"bounce","MessageID":${'"MessageID":'.repeat(octets / 12)}1}`,
    { _tag: "Refused", reason: "malformed" }
  ],
  ["lists in lists", (octets) => "[".repeat(octets), { _tag: "Refused", reason: "malformed" }],
  [
    "the same reason often",
    (octets) =>
      JSON.stringify(
        Array.from({ length: octets / 300 }, () => ({
          event: "hard_bounce",
          reason: `550 ${"user ".repeat(50)}`
        }))
      ),
    { _tag: "Events", skipped: 0 }
  ]
]
