import { deployBaseline } from "./baselineVariant.js"
import type { Variant } from "./service.js"
import { deployTelemark } from "./telemarkVariant.js"

/** Those that are compared, by their names on the command line. */
export const variants = {
  sqlite: { title: "`telemark serve`, SQLite", deploy: deployTelemark("sqlite") },
  "sqlite-worker": {
    title: "`telemark serve --no-worker` and `telemark worker`, SQLite",
    deploy: deployTelemark("sqlite", { workers: 1 })
  },
  "sqlite-return-path": {
    title: "`telemark serve` with return paths, SQLite",
    deploy: deployTelemark("sqlite", {
      settings: { TELEMARK_RETURN_PATH_HOST: "bounce.example.com" }
    })
  },
  postgres: { title: "`telemark serve`, Postgres", deploy: deployTelemark("postgres") },
  "postgres-worker": {
    title: "`telemark serve --no-worker` and `telemark worker`, Postgres",
    deploy: deployTelemark("postgres", { workers: 1 })
  },
  bullmq: { title: "Fastify, BullMQ, Redis and nodemailer", deploy: deployBaseline({}) },
  "bullmq-worker": {
    title: "Fastify, BullMQ, Redis and nodemailer, API and worker",
    deploy: deployBaseline({ processes: 2 })
  },
  "bullmq-log": {
    title: "Fastify, BullMQ, Redis and nodemailer, with a log in Postgres",
    deploy: deployBaseline({ isLogged: true })
  }
} satisfies Readonly<Record<string, Variant>>

export type VariantName = keyof typeof variants
export const variantNames = Object.keys(variants) as ReadonlyArray<VariantName>

/**
 * Those with a feature that isn't on by default: what it costs shows beside the variant without it.
 */
const without: Readonly<Partial<Record<VariantName, VariantName>>> = {
  "sqlite-return-path": "sqlite"
}

/** Those that are measured if none are named. */
export const usualVariants = variantNames.filter((name) => without[name] === undefined)

/**
 * Which variant another one is compared with: the same stack, with its log in Postgres for those
 * that keep theirs there; and a feature with its absence.
 */
export const baselineOf = (name: VariantName): VariantName =>
  without[name] ?? (name.startsWith("postgres") || name === "bullmq-log" ? "bullmq-log" : "bullmq")
