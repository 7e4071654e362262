import { PrismaBetterSqlite3 } from "@prisma/adapter-better-sqlite3"
import { PrismaPg } from "@prisma/adapter-pg"
import { getPrismaClient, type GetPrismaClientConfig } from "@prisma/client/runtime/client"
import { createRequire } from "node:module"
import type { PrismaTransaction } from "telemark/transactions"

/** In milliseconds: how long to wait for a transaction to begin, and for it to end. */
interface TransactionOptions {
  readonly maxWait: number
  readonly timeout: number
}

/** For machines that do much else. */
export const patient: TransactionOptions = { maxWait: 600_000, timeout: 600_000 }

/** What tests use of a client. */
export interface PrismaClient extends PrismaTransaction {
  readonly $transaction: <A>(
    work: (tx: PrismaTransaction) => Promise<A>,
    options?: TransactionOptions
  ) => Promise<A>
  readonly $disconnect: () => Promise<void>
}

type Runtime = Awaited<ReturnType<NonNullable<GetPrismaClientConfig["compilerWasm"]>["getRuntime"]>>

const require = createRequire(import.meta.url)
const load = (file: string): unknown => require(`@prisma/client/runtime/${file}`)

/**
 * A client as `prisma generate` makes it, of a schema without models: all it takes is raw queries.
 * Generating one needs Prisma's command line, which downloads programs.
 */
const configOf = (provider: "postgresql" | "sqlite"): GetPrismaClientConfig => ({
  previewFeatures: [],
  clientVersion: "7.10.0",
  engineVersion: "0edf323efd1d98336f3f0a68684b56f689b900d3",
  activeProvider: provider,
  inlineSchema: `datasource db {\n  provider = "${provider}"\n}\n`,
  runtimeDataModel: { models: {}, enums: {}, types: {} },
  // No inputs, outputs and roots.
  parameterizationSchema: { strings: [], graph: "AAAAAAAAAAA=" },
  compilerWasm: {
    getRuntime: () => Promise.resolve(load(`query_compiler_fast_bg.${provider}.js`) as Runtime),
    getQueryCompilerWasmModule: () => {
      const { wasm } = load(`query_compiler_fast_bg.${provider}.wasm-base64.js`) as {
        readonly wasm: string
      }
      return Promise.resolve(new WebAssembly.Module(Buffer.from(wasm, "base64")))
    },
    importName: "./query_compiler_fast_bg.js"
  }
})

const open = (
  provider: "postgresql" | "sqlite",
  adapter: PrismaPg | PrismaBetterSqlite3
): PrismaClient => new (getPrismaClient(configOf(provider)))({ adapter }) as PrismaClient

/** A client on that database. */
export const prismaOnPostgres = (url: string): PrismaClient =>
  open("postgresql", new PrismaPg({ connectionString: url }))

/** A client on that file. */
export const prismaOnSqlite = (filename: string): PrismaClient =>
  open("sqlite", new PrismaBetterSqlite3({ url: `file:${filename}` }))
