/**
 * How fast mail is signed (DKIM, RSA-2048), against nothing but the RSA signatures of it, both 20
 * at a time.
 */
import { mailOf } from "@telemark-tools/load"
import type { OutgoingMessage, SigningKey } from "@telemark/core"
import { compose, sign, toSource } from "@telemark/smtp"
import { Effect, Redacted } from "effect"
import { createPrivateKey, generateKeyPairSync, sign as signBytes } from "node:crypto"
import { benchmark } from "./lifetime.js"
import { inTurn, report } from "./report.js"

const rounds = Number(process.env["ROUNDS"] ?? 9)
const mails = Number(process.env["MAILS"] ?? 2000)
const concurrency = 20

const pem = generateKeyPairSync("rsa", { modulusLength: 2048 })
  .privateKey.export({ type: "pkcs8", format: "pem" })
  .toString()
const signing: ReadonlyArray<SigningKey> = [
  {
    domain: "example.com",
    selector: "tmabcdefgh",
    algorithm: "rsa",
    private_key: Redacted.make(pem)
  }
]

const messageOf = (index: number): OutgoingMessage => ({
  id: `em_${String(index).padStart(32, "0")}`,
  tenant_id: "tn_1",
  sender: { name: "Shop", address: "shop@example.com" },
  recipient: `customer-${String(index)}@example.com`,
  recipient_name: null,
  subject: "Your order",
  body: {
    id: `body_${String(index)}`,
    html: mailOf(0).html,
    text: null,
    headers: [],
    shown: null,
    attachments: []
  },
  attachments: [],
  created_at: 1.8e12,
  scheduled_at: null,
  template_id: "order",
  signing
})

const key = createPrivateKey(pem)
const bytes = Buffer.alloc(1000, "x")
const bare = Effect.callback<Buffer>((resume) => {
  signBytes("sha256", bytes, key, (_, signature) => {
    resume(Effect.succeed(signature))
  })
})

const eachOf =
  <A, E>(make: (index: number) => Effect.Effect<A, E>) =>
  (): Promise<void> =>
    Effect.runPromise(
      Effect.forEach(
        Array.from({ length: mails }, (_, index) => index),
        make,
        { concurrency, discard: true }
      )
    )

const composed = compose(messageOf(0))
if (composed === undefined) throw new Error("The mail can't be composed.")

const candidates = [
  { name: "RSA signatures alone", run: eachOf(() => bare) },
  // Each has a body object of its own, whose hash is made; composing isn't measured.
  {
    name: "telemark, one recipient to a send",
    run: eachOf((index) => sign(messageOf(index), composed))
  }
]

await benchmark(5, async () => {
  const measure = async ({ run }: (typeof candidates)[number]): Promise<number> => {
    const from = performance.now()
    await run()
    return (1000 * mails) / (performance.now() - from)
  }
  for (const candidate of candidates) await measure(candidate)
  const results = await inTurn(rounds, candidates, measure)
  const [baseline, ...others] = candidates.map((candidate) => ({
    name: candidate.name,
    perSecond: results.get(candidate) ?? []
  }))
  if (baseline !== undefined)
    report(
      `sign: ${(toSource(composed).length / 1000).toFixed(1)} kB of mail, ${mails} a round`,
      "mails/s",
      baseline,
      others
    )
})
