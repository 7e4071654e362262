import { deployBaseline } from "./baselineVariant.js"
import type { Variant } from "./service.js"
import { deployTelemark } from "./telemarkVariant.js"

/** Those that are compared, by their names on the command line. */
export const variants = {
  "sqlite": { title: "`telemark serve`, SQLite", deploy: deployTelemark("sqlite") },
  "sqlite-worker": { title: "`telemark serve --no-worker` and `telemark worker`, SQLite", deploy: deployTelemark("sqlite", { workers: 1 }) },
  "postgres": { title: "`telemark serve`, Postgres", deploy: deployTelemark("postgres") },
  "postgres-worker": { title: "`telemark serve --no-worker` and `telemark worker`, Postgres", deploy: deployTelemark("postgres", { workers: 1 }) },
  "bullmq": { title: "Fastify, BullMQ, Redis and nodemailer", deploy: deployBaseline({}) },
  "bullmq-worker": { title: "Fastify, BullMQ, Redis and nodemailer, API and worker", deploy: deployBaseline({ processes: 2 }) },
  "bullmq-log": { title: "Fastify, BullMQ, Redis and nodemailer, with a log in Postgres", deploy: deployBaseline({ isLogged: true }) }
} satisfies Readonly<Record<string, Variant>>

export type VariantName = keyof typeof variants
export const variantNames = Object.keys(variants) as ReadonlyArray<VariantName>

/** Which variant another one is compared with: the same stack, with its log in Postgres for those that keep theirs there. */
export const baselineOf = (name: VariantName): VariantName => name.startsWith("postgres") || name === "bullmq-log" ? "bullmq-log" : "bullmq"
