import {
  domainChanges,
  emailQueries,
  MailQueue,
  makeTakeDueDomains,
  makeConsumeTokens,
  WakeUp
} from "@telemark/core"
import { layer } from "@telemark/postgres"
import { Effect } from "effect"
import { once } from "node:events"
import { aDomain, aSend } from "@telemark-tools/storages"

const [role, url = ""] = process.argv.slice(2)
const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Says that it is there, and waits until it is told to go on. */
const rendezvous = Effect.promise(async () => {
  print("ready")
  await once(process.stdin, "data")
})

/** Opens the storage, which brings its schema up to date. */
const migrate = Effect.gen(function* () {
  yield* rendezvous
  yield* Effect.provide(Effect.void, layer({ url }))
  print("migrated")
})

/** Accepts sends for ever, and prints the id of each once it is accepted. */
const send = Effect.gen(function* () {
  const { accept } = yield* emailQueries
  for (let index = 0; ; index++) {
    const prepared = aSend(index)
    yield* accept(prepared)
    print(prepared.recipients[0]?.id ?? "")
  }
}).pipe(Effect.provide(layer({ url })))

/**
 * Sends under keys and within a limit that all processes share, takes tokens, then claims what it
 * can.
 */
const compete = Effect.gen(function* () {
  const { accept } = yield* emailQueries
  const { claim } = yield* MailQueue
  const consume = yield* makeConsumeTokens
  yield* rendezvous
  const numbers = Array.from({ length: 60 }, (_, index) => index)
  const outcomes = yield* Effect.forEach(
    numbers,
    (index) =>
      accept({
        ...aSend(index),
        monthly_limit: 40,
        idempotency: { key: `k${String(index)}`, body_digest: "" }
      }),
    { concurrency: 7 }
  )
  print(JSON.stringify(outcomes.map(({ _tag }) => _tag)))
  const statuses = yield* Effect.forEach(numbers.slice(0, 20), () => consume("key_1", 30, 1e12), {
    concurrency: 3
  })
  print(JSON.stringify(statuses.map(({ allowed }) => (allowed ? "allowed" : "refused"))))
  const claimed: Array<string> = []
  for (;;) {
    const messages = yield* claim({ owner: String(process.pid), until: 2e12 }, 3, 1.9e12)
    if (messages.length === 0) break
    for (const { id } of messages) claimed.push(id)
  }
  print(JSON.stringify(claimed))
}).pipe(Effect.scoped, Effect.provide(layer({ url })))

/**
 * Tries to own domains that the other processes try to own as well, then takes those that are due.
 * Prints what came of both.
 */
const verify = Effect.gen(function* () {
  const { change, insert } = yield* domainChanges
  const takeDue = yield* makeTakeDueDomains
  const tenant_id = `tn_${String(process.pid)}`
  const domains = Array.from({ length: 10 }, (_, index) => `d${String(index)}.example`)
  for (const domain of domains) yield* insert({ ...aDomain, tenant_id, domain, owned: false })
  yield* rendezvous
  const changes = yield* Effect.forEach(
    domains,
    (domain) => change({ tenant_id, domain }, (current) => ({ ...current, owned: true })),
    { concurrency: 3 }
  )
  print(JSON.stringify(changes.map(({ _tag }) => _tag)))
  const taken: Array<string> = []
  for (;;) {
    const due = yield* takeDue(1.9e12, 2e12, 2)
    if (due.length === 0) break
    for (const key of due) taken.push(`${key.tenant_id} ${key.domain}`)
  }
  print(JSON.stringify(taken))
}).pipe(Effect.provide(layer({ url })))

/**
 * Waits for mail for ever, and says each time that it was woken: the first time because it listens
 * now.
 */
const wait = Effect.gen(function* () {
  const mailCame = yield* Effect.flatMap(WakeUp, ({ listen }) => listen)
  yield* mailCame
  print("listening")
  for (;;) {
    yield* mailCame
    print("woken")
  }
}).pipe(Effect.provide(layer({ url, migrate: false })))

const roles: Readonly<Record<string, Effect.Effect<unknown, unknown>>> = {
  migrate,
  send,
  compete,
  verify,
  wait
}

await Effect.runPromise(roles[role ?? ""] ?? Effect.die(new Error("no such role")))
process.exit()
