import { onServer, randomName } from "@telemark-tools/postgres"
import { startSmtpPeer } from "@telemark/testing"
import Database from "better-sqlite3"
import { execFile, spawnSync } from "node:child_process"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { describe, expect, it, onTestFinished } from "vitest"
import { databases, postgresUrl } from "./databases.js"
import { command, type Environment, eventually, run, serve, temporaryFolder } from "./harness.js"

const execute = promisify(execFile)

const page = await readFile(fileURLToPath(new URL("../../../docs/sql.md", import.meta.url)), "utf8")

const blocksOf = (language: string): ReadonlyArray<string> =>
  [...page.matchAll(/^```(\w+)\n(.*?)^```/gms)].flatMap(([, name, code = ""]) =>
    name === language ? [code] : []
  )

interface Client {
  readonly language: string
  /** How it is called, with what follows the name of the program's file. */
  readonly command: readonly [string, ...Array<string>]
  readonly file: string
  /** Whether it is here with its driver. */
  readonly probe: readonly [string, ...Array<string>]
  readonly env?: Environment
}

const go = { GO111MODULE: "off", GOPATH: "/usr/share/gocode", GOCACHE: "/tmp/telemark-go" }

const clients: ReadonlyArray<Client> = [
  {
    language: "python",
    command: ["/usr/bin/python3"],
    file: "send.py",
    probe: ["/usr/bin/python3", "-c", "import psycopg"]
  },
  { language: "ruby", command: ["ruby"], file: "send.rb", probe: ["ruby", "-e", "require 'pg'"] },
  {
    language: "php",
    command: ["php"],
    file: "send.php",
    probe: ["php", "-r", "new PDO('pgsql:');"]
  },
  {
    language: "go",
    command: ["go", "run"],
    file: "send.go",
    probe: ["go", "list", "github.com/lib/pq"],
    env: go
  }
]

/** A driver that only misses its server is here. */
const isHere = ({ env, language, probe: [program, ...args] }: Client): boolean => {
  const { status, stderr } = spawnSync(program, args, { env: { ...process.env, ...env } })
  return status === 0 || (language === "php" && /SQLSTATE/.test(String(stderr)))
}

const setUp = async (databaseUrl: string) => {
  const peer = await startSmtpPeer()
  onTestFinished(() => peer.close())
  const env: Environment = {
    TELEMARK_DATABASE_URL: databaseUrl,
    TELEMARK_SMTP_URL: peer.url,
    TELEMARK_LEASE: "1s"
  }
  const subjects = (): ReadonlyArray<string> =>
    peer.mails.map(({ source }) => /^Subject: (.*)\r$/m.exec(source.toString())?.[1] ?? "")
  return { env, peer, subjects }
}

const keysFor = (env: Environment, ...args: ReadonlyArray<string>) =>
  command(["keys", "create", "--for", "sql", "--tenant", "default", ...args], env)

describe.runIf(process.env["TELEMARK_TEST_POSTGRES"] !== "off")(
  "the examples of docs/sql.md",
  () => {
    /** A server, and the URL of an application's role that may send and nothing else. */
    const start = async () => {
      const url = await postgresUrl()
      const { env, subjects } = await setUp(url)
      const server = await serve(env)
      const [sender, shop] = [randomName("sender"), randomName("shop")]
      const lines = await keysFor(env, "--role", sender)
      expect(lines).toContain(`GRANT ${sender} TO your_role;`)
      const database = new URL(url).pathname.slice(1)
      await onServer(
        url,
        `CREATE ROLE ${shop} LOGIN`,
        `GRANT ${sender} TO ${shop}`,
        `CREATE SCHEMA AUTHORIZATION ${shop}`
      )
      onTestFinished(async () => {
        await onServer(url, `DROP OWNED BY ${shop}, ${sender}`, `DROP ROLE ${shop}, ${sender}`)
      })
      const own = new URL(url)
      own.username = shop
      // Go asks for TLS, which the test server has none of.
      own.searchParams.set("sslmode", "disable")
      return { DATABASE_URL: own.href, database, subjects, server }
    }

    it("send from a session and from a trigger", async () => {
      const { DATABASE_URL, subjects } = await start()
      for (const block of blocksOf("sql")) await onServer(DATABASE_URL, block)
      await eventually(() => {
        expect([...subjects()].sort()).toEqual(["Hello from SQL", "Hello from a trigger"])
      })
    })

    it.each(clients.map((client) => [client.language, client] as const))(
      "send from %s",
      async (_, client) => {
        const [block] = blocksOf(client.language)
        expect(block).toBeDefined()
        if (!isHere(client)) return
        const { DATABASE_URL, subjects } = await start()
        const file = join(await temporaryFolder(), client.file)
        await writeFile(file, block ?? "")
        const [program, ...args] = client.command
        const { stdout } = await execute(program, [...args, file], {
          env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...client.env, DATABASE_URL }
        })
        expect(stdout).toMatch(/^sql_[0-9a-f]{32}\n$/)
        await eventually(() => {
          expect(subjects().map((subject) => subject.toLowerCase())).toEqual([
            `hello from ${client.language}`
          ])
        })
      }
    )
  }
)

describe.each(databases)("a process that inserts mail on %s", (name, databaseUrl) => {
  const insertOn = (url: string, interfaceName: string) => {
    if (name === "Postgres")
      return async (message: string) => {
        await onServer(url, `SELECT ${interfaceName}.send('${message}'::jsonb)`)
      }
    const db = new Database(url.slice("sqlite:".length), { timeout: 60_000 })
    onTestFinished(() => {
      db.close()
    })
    const insert = db.prepare(`INSERT INTO ${interfaceName}_sends (message) VALUES (?)`)
    return (message: string) => {
      insert.run(message)
      return Promise.resolve()
    }
  }

  it("finds the server that was running before it could insert any", async () => {
    const url = await databaseUrl()
    const { env, subjects } = await setUp(url)
    await serve(env)
    const { name: interfaceName } = JSON.parse(
      await keysFor(env, "--json", ...(name === "Postgres" ? ["--role", randomName("sender")] : []))
    ) as { readonly name: string }
    await insertOn(
      url,
      interfaceName
    )(
      JSON.stringify({ from: "shop@example.com", to: "ada@example.com", subject: "one", text: "x" })
    )
    await eventually(() => {
      expect(subjects()).toEqual(["one"])
    })
  })

  it("has all of its mail sent, though workers are killed again and again", async () => {
    const url = await databaseUrl()
    const { env, subjects } = await setUp(url)
    const server = await serve(env, "--no-worker")
    const { name: interfaceName } = JSON.parse(
      await keysFor(env, "--json", ...(name === "Postgres" ? ["--role", randomName("sender")] : []))
    ) as { readonly name: string }
    const insert = insertOn(url, interfaceName)
    const committed: Array<string> = []
    let isInserting = true
    const inserting = (async () => {
      for (let number = 0; number < 300; number++) {
        const subject = `mail-${String(number)}`
        await insert(
          JSON.stringify({ from: "shop@example.com", to: "ada@example.com", subject, text: "x" })
        )
        committed.push(subject)
      }
      isInserting = false
    })()
    for (let kills = 0; kills < 5; kills++) {
      const worker = run(["worker"], env)
      const before = subjects().length
      await eventually(() => {
        expect(subjects().length > before || !isInserting).toBe(true)
      })
      await worker.end("SIGKILL")
    }
    await inserting
    run(["worker"], env)
    await eventually(() => {
      expect(new Set(subjects())).toEqual(new Set(committed))
    })
    await server.end("SIGTERM")
  })
})
