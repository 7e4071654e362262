import {
  domainChanges,
  emailQueries,
  MailQueue,
  makeTakeDueDomains,
  StoredKeys,
  WakeUp
} from "@telemark/core"
import { layer } from "@telemark/sqlite"
import { Array as Arrays, Effect, Redacted } from "effect"
import { randomBytes, randomUUID } from "node:crypto"
import { once } from "node:events"
import { open } from "../src/open.js"
import { aDomain, aSend } from "@telemark-tools/storages"

const [role, filename = ""] = process.argv.slice(2)
const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Says that it is there, and waits until it is told to go on. */
const rendezvous = Effect.promise(async () => {
  print("ready")
  await once(process.stdin, "data")
})

/** Holds the write lock until told to let go. */
const lock = Effect.scoped(
  Effect.gen(function* () {
    const sql = yield* open({ filename })
    yield* sql.unsafe("BEGIN IMMEDIATE")
    yield* rendezvous
    yield* sql.unsafe("COMMIT")
    print("released")
  })
)

/** Opens the storage, which brings its schema up to date. */
const migrate = Effect.gen(function* () {
  yield* rendezvous
  yield* Effect.provide(Effect.void, layer({ filename }))
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
}).pipe(Effect.provide(layer({ filename })))

/**
 * Accepts sends without a break until told to stop, and prints how many it accepted after it said
 * it was there.
 */
const press = Effect.gen(function* () {
  const { accept } = yield* emailQueries
  yield* accept(aSend(0))
  let accepted = 0
  const sender = Effect.forever(
    Effect.suspend(() =>
      Effect.tap(accept(aSend(1)), () =>
        Effect.sync(() => {
          accepted++
        })
      )
    )
  )
  yield* Effect.raceFirst(
    rendezvous,
    Effect.replicateEffect(sender, 8, { concurrency: "unbounded" })
  )
  print(String(accepted))
}).pipe(Effect.provide(layer({ filename })))

/**
 * Accepts sends, some at once, until one fails; once it is told that there is room, it accepts
 * again. Prints what it accepted.
 */
const fill = Effect.gen(function* () {
  const { accept } = yield* emailQueries
  const accepted: Array<string> = []
  const acceptSome = Effect.forEach(
    [1, 2, 3, 4],
    (index) => {
      const send = {
        ...aSend(index),
        body: {
          id: `body_${randomUUID()}`,
          html: "x".repeat(20_000),
          text: null,
          headers: [],
          shown: null,
          attachments: []
        }
      }
      return Effect.result(
        Effect.tap(accept(send), () =>
          Effect.sync(() => {
            accepted.push(...send.recipients.map(({ id }) => id))
          })
        )
      )
    },
    { concurrency: "unbounded" }
  )
  print(String(process.pid))
  yield* rendezvous
  let failure: string | undefined
  while (failure === undefined) {
    const refused = Arrays.getFailures(yield* acceptSome)[0]
    if (refused !== undefined) failure = `${refused._tag} ${refused.reason}`
  }
  print(failure)
  yield* rendezvous
  if (Arrays.getFailures(yield* acceptSome).length === 0) print(JSON.stringify(accepted))
}).pipe(Effect.provide(layer({ filename })))

/** Sends under keys and within a limit that all processes share, then claims what it can. */
const compete = Effect.gen(function* () {
  const { accept } = yield* emailQueries
  const { claim } = yield* MailQueue
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
  const claimed: Array<string> = []
  for (;;) {
    const messages = yield* claim({ owner: String(process.pid), until: 2e12 }, 3, 1.9e12)
    if (messages.length === 0) break
    for (const { id } of messages) claimed.push(id)
  }
  print(JSON.stringify(claimed))
}).pipe(Effect.provide(layer({ filename })))

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
}).pipe(Effect.provide(layer({ filename })))

/** Prints the keys that secrets are sealed with, as text. */
const keys = Effect.gen(function* () {
  const stored = yield* StoredKeys
  yield* rendezvous
  const found = (yield* stored.keys) ?? []
  print(JSON.stringify(found.map((key) => Buffer.from(Redacted.value(key)).toString("base64"))))
}).pipe(Effect.provide(layer({ filename })))

/** Adds fifty keys, one after the other, while another process does the same. Prints them. */
const addKeys = Effect.gen(function* () {
  const { update } = yield* StoredKeys
  yield* rendezvous
  const added = yield* Effect.forEach(Array.from({ length: 50 }), () =>
    Effect.suspend(() => {
      const key = Redacted.make(Uint8Array.from(randomBytes(32)))
      return Effect.as(
        update((present) => [key, ...present]),
        Buffer.from(Redacted.value(key)).toString("base64")
      )
    })
  )
  print(JSON.stringify(added))
}).pipe(Effect.provide(layer({ filename })))

/** Listens for mail for ever, and says each time that it was woken. */
const wait = Effect.gen(function* () {
  const mailCame = yield* Effect.flatMap(WakeUp, ({ listen }) => listen)
  // Listening by itself keeps no process alive.
  process.stdin.resume()
  print("listening")
  for (;;) {
    yield* mailCame
    print("woken")
  }
}).pipe(Effect.provide(layer({ filename })))

const roles: Readonly<Record<string, Effect.Effect<unknown, unknown>>> = {
  lock,
  migrate,
  send,
  press,
  fill,
  compete,
  verify,
  keys,
  addKeys,
  wait
}

await Effect.runPromise(roles[role ?? ""] ?? Effect.die(new Error("no such role")))
process.exit()
