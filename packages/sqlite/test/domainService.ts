import { StorageError } from "@telemark/contract"
import {
  type Database,
  DkimKeys,
  domainQueries,
  type DomainQuestion,
  Domains,
  type DomainsOptions,
  DomainVerifier,
  Secrets,
  StoredKeys
} from "@telemark/core"
import { Effect, Layer, Redacted } from "effect"
import * as Statement from "effect/sql/Statement"
import { storage } from "./storage.js"

export const hour = 3_600_000
export const day = 24 * hour

/** Fails the statements that change one of these domains. */
const breaking = (broken: ReadonlySet<string>) =>
  Layer.succeed(Statement.CurrentTransformer, (statement) => {
    const [text, parameters] = statement.compile()
    return /^UPDATE domains SET "?spf_verified/.test(text) &&
      parameters.some((one) => broken.has(String(one)))
      ? (Effect.fail(
          new StorageError({ reason: "unavailable", cause: "broken" })
        ) as unknown as Effect.Effect<never>)
      : Effect.succeed(statement)
  })

/** What DNS holds, as far as it matters. */
interface MemoryDns {
  /** Names whose SPF and DMARC records are right, and hosts of right DKIM records. */
  readonly published: Set<string>
  readonly questions: Array<DomainQuestion>
  isDown: boolean
  /** Runs while a question is being answered. */
  meanwhile: Effect.Effect<void>
}

const memoryDns = () => {
  const state: MemoryDns = {
    published: new Set(),
    questions: [],
    isDown: false,
    meanwhile: Effect.void
  }
  const layer = Layer.succeed(DomainVerifier, {
    verify: (question) =>
      Effect.gen(function* () {
        state.questions.push(question)
        yield* state.meanwhile
        if (question.domain === "breaks.example")
          return yield* Effect.die(new Error("a fault of the verifier"))
        const there = (host: string) => state.published.has(host)
        const finding = <Status extends string>(status: Status) => ({
          verified: !state.isDown && status !== "missing",
          status: state.isDown ? ("temperror" as const) : status,
          host: "",
          expected: "",
          found: null,
          message: ""
        })
        return {
          spf: {
            ...finding(there(question.domain) ? "pass" : "missing"),
            lookups: 0,
            suggestion: null
          },
          dmarc: {
            ...finding(there(question.domain) ? "ok" : "missing"),
            found_at: null,
            policy: null,
            inherited: false
          },
          keys: question.keys.map(({ selector }) => ({
            ...finding(there(`${selector}._domainkey.${question.domain}`) ? "ok" : "missing"),
            selector,
            testing: false
          })),
          warnings: []
        }
      })
  })
  return { layer, state }
}

const noKeys = Layer.succeed(StoredKeys, {
  keys: Effect.succeed(undefined),
  update: () => Effect.succeed([])
})

/** The row of a tenant's domain. */
export const rowOf = (tenant_id: string, domain: string) =>
  Effect.flatMap(domainQueries, ({ find }) => Effect.orDie(find({ tenant_id, domain })))

/** The service of domains over a database in memory, and what is behind it. */
export const domainsOver = (options: DomainsOptions = {}) => {
  const broken = new Set<string>()
  const dns = memoryDns()
  const made = { count: 0 }
  const generator = Layer.succeed(DkimKeys, {
    generate: (algorithm) =>
      Effect.sync(() => {
        made.count += 1
        return {
          public_key: `${algorithm}${String(made.count)}`,
          private_key: Redacted.make(`private ${String(made.count)}`)
        }
      })
  })
  const secrets = Secrets.layer(Buffer.alloc(32, 1).toString("base64")).pipe(
    Layer.provide(noKeys),
    Layer.orDie
  )
  const layer = Domains.layer(options).pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        Layer.orDie(storage({ filename: ":memory:" })),
        dns.layer,
        generator,
        secrets,
        breaking(broken)
      )
    )
  )
  return {
    broken,
    dns: dns.state,
    made,
    run: <A, E>(
      use: (
        domains: typeof Domains.Service,
        secrets: typeof Secrets.Service
      ) => Effect.Effect<A, E, Database>
    ) =>
      Effect.provide(
        Effect.flatMap(Effect.all([Domains, Secrets]), ([domains, sealing]) =>
          use(domains, sealing)
        ),
        layer
      )
  }
}
