import {
  createDatabase,
  debianPrograms,
  onServer,
  postgresUser,
  runAsPostgres,
  startPostgres
} from "@telemark-tools/postgres"
import { defer, type SmtpPeer, stall, startSmtpPeer } from "@telemark/testing"
import { execFile } from "node:child_process"
import { chmod, chown, copyFile, mkdir, rename, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { describe, expect, it, onTestFinished } from "vitest"
import { type Client, clientOf } from "./client.js"
import { command, type Environment, eventually, run, serve, temporaryFolder } from "./harness.js"
import { arrivals, idOf } from "./mails.js"

const execute = promisify(execFile)

/** How a database is backed up while a server works on it, and restored once that is gone. */
interface Way {
  readonly url: string
  readonly backUp: () => Promise<void>
  /** The URL of the restored database, whose waiting mail is held. */
  readonly restore: (env: Environment) => Promise<string>
}

const withUrl = (env: Environment, url: string): Environment => ({
  ...env,
  TELEMARK_DATABASE_URL: url
})

const onSqlite = async (): Promise<Way> => {
  const [folder, other] = [await temporaryFolder(), await temporaryFolder()]
  const [filename, restored] = [join(folder, "mail.db"), join(other, "mail.db")]
  const backup = join(other, "backup.db")
  const url = `sqlite:${filename}`
  return {
    url,
    backUp: async () => {
      await command(["backup", backup], { TELEMARK_DATABASE_URL: url })
    },
    restore: async (env) => {
      await copyFile(`${filename}.secret`, `${restored}.secret`)
      await command(["restore", "--verify", backup], withUrl(env, `sqlite:${restored}`))
      await command(["restore", backup], withUrl(env, `sqlite:${restored}`))
      return `sqlite:${restored}`
    }
  }
}

const startServer = async (settings: Readonly<Record<string, string>> = {}) => {
  const server = await startPostgres({ programs: debianPrograms(), settings })
  onTestFinished(() => server.remove())
  return server
}

/** A folder that Postgres' programs can use, whoever runs the tests. */
const folderForPostgres = async (): Promise<string> => {
  const parent = await temporaryFolder()
  await chmod(parent, 0o755)
  const folder = join(parent, "postgres")
  await mkdir(folder, { mode: 0o700 })
  if (postgresUser.uid !== undefined) await chown(folder, postgresUser.uid, postgresUser.gid)
  return folder
}

const byDump = async (): Promise<Way> => {
  const programs = debianPrograms()
  const server = await startServer()
  const dump = join(await folderForPostgres(), "mail.dump")
  const { url } = await createDatabase(server.url)
  return {
    url,
    backUp: () =>
      runAsPostgres(join(programs, "pg_dump"), ["--format=custom", `--file=${dump}`, url]),
    restore: async (env) => {
      const { url: restored } = await createDatabase(server.url)
      await runAsPostgres(join(programs, "pg_restore"), [
        "--exit-on-error",
        "--no-owner",
        `--dbname=${restored}`,
        dump
      ])
      await command(["hold"], withUrl(env, restored))
      return restored
    }
  }
}

const toPointInTime = async (): Promise<Way> => {
  const programs = debianPrograms()
  const folder = await folderForPostgres()
  const [archive, base] = [join(folder, "archive"), join(folder, "base")]
  await runAsPostgres("mkdir", [archive])
  const server = await startServer({
    archive_mode: "on",
    archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`
  })
  const { url } = await createDatabase(server.url)
  await runAsPostgres(join(programs, "pg_basebackup"), [
    `--dbname=${server.url}`,
    `--pgdata=${base}`,
    "--checkpoint=fast",
    "--wal-method=none",
    "--no-sync"
  ])
  let time = ""
  return {
    url,
    backUp: async () => {
      const [answer] = await onServer(server.url, "SELECT clock_timestamp()::text AS now")
      time = (answer?.rows as ReadonlyArray<{ readonly now: string }>)[0]?.now ?? ""
    },
    restore: async (env) => {
      await onServer(server.url, "SELECT pg_switch_wal()")
      await server.stop()
      await rename(server.data, `${server.data}.lost`)
      // With their owner.
      await execute("cp", ["--archive", base, server.data])
      await writeFile(
        join(server.data, "postgresql.auto.conf"),
        `restore_command = 'cp ${archive}/%f %p'\nrecovery_target_time = '${time}'\nrecovery_target_action = 'promote'\n`
      )
      await writeFile(join(server.data, "recovery.signal"), "")
      await server.start()
      await eventually(async () => {
        const [answer] = await onServer(server.url, "SELECT pg_is_in_recovery() AS recovers")
        expect(answer?.rows).toEqual([{ recovers: false }])
      })
      await command(["hold"], withUrl(env, url))
      return url
    }
  }
}

const ways: ReadonlyArray<readonly [name: string, setUp: () => Promise<Way>]> = [
  ["SQLite by its own command", onSqlite],
  ...(process.env["TELEMARK_TEST_POSTGRES"] === "off"
    ? []
    : ([
        ["Postgres by pg_dump", byDump],
        ["Postgres to a point in time", toPointInTime]
      ] as const))
]

const mailTo = (to: string) => ({ to, from: "shop@example.com", subject: "Order", text: "Thanks" })

/** Sends one mail, and waits until it arrived: a worker is at work. */
const sendFresh = async (client: Client, peer: SmtpPeer, to: string): Promise<string> => {
  const { body } = await client.send(mailTo(to))
  const id = body.queued[0]?.id ?? ""
  await peer.until(({ mails }) => mails.some((mail) => idOf(mail) === id))
  return id
}

/** Sends without a pause, with idempotency keys, until it is stopped. */
const startLoad = (client: Client) => {
  const answered: Array<{ readonly id: string; readonly key: string; readonly to: string }> = []
  let isUp = true
  const customer = async (number: number): Promise<void> => {
    for (let mail = 0; isUp; mail++) {
      const key = `${String(number)}-${String(mail)}`
      const to = `customer-${key}@example.com`
      const { body } = await client.send(mailTo(to), { "idempotency-key": key })
      const id = body.queued[0]?.id
      if (id !== undefined) answered.push({ id, key, to })
    }
  }
  const customers = Array.from({ length: 4 }, (_, number) =>
    customer(number).catch(() => undefined)
  )
  return {
    answered,
    stop: async () => {
      isUp = false
      await Promise.all(customers)
    }
  }
}

interface Listed {
  readonly data: ReadonlyArray<{ readonly id: string; readonly recipient_email: string }>
}

describe.each(ways)("a backup of %s, made under load,", (_, setUp) => {
  it("sends nothing again that was sent before it, and what waited only as the operator says", async () => {
    const way = await setUp()
    const peer = await startSmtpPeer({
      rules: [
        defer("deferred@example.com"),
        stall("end_of_data", { to: "stalled@example.com", keep: true })
      ]
    })
    onTestFinished(() => peer.close())
    const env: Environment = {
      TELEMARK_DATABASE_URL: way.url,
      TELEMARK_SMTP_URL: peer.url,
      TELEMARK_DEFAULT_RATE_LIMIT: "10000"
    }

    const first = await serve(env)
    const client = clientOf(first.url, first.key ?? "")
    const later = new Date(Date.now() + 24 * 60 * 60_000).toISOString()
    const deferred = (await client.send(mailTo("deferred@example.com"))).body.queued[0]?.id ?? ""
    const scheduled =
      (await client.send({ ...mailTo("scheduled@example.com"), scheduled_at: later })).body
        .queued[0]?.id ?? ""
    const stalled = await sendFresh(client, peer, "stalled@example.com")
    await eventually(async () => {
      expect((await client.email(deferred)).status).toBe("deferred")
    })
    const load = startLoad(client)
    await peer.until(({ mails }) => mails.length > 100)
    await way.backUp()
    const before = load.answered.length
    await peer.until(({ mails }) => mails.length > before + 100)
    await first.end("SIGKILL")
    await load.stop()

    const url = await way.restore(env)
    peer.follow()
    peer.forget()
    const again = withUrl(env, url)
    const second = await serve(again)
    const restored = clientOf(second.url, first.key ?? "")
    const whileInUse = run(["hold"], again)
    expect(await whileInUse.exited).toBe(1)
    expect(whileInUse.log()).toContain("A process of Telemark uses this database")
    const { data: held } = JSON.parse(
      await command(["held", "list", "--limit", "100000", "--json"], again)
    ) as Listed
    const heldIds = held.map(({ id }) => id)
    expect(heldIds).toEqual(expect.arrayContaining([deferred, scheduled, stalled]))
    expect((await restored.email(stalled)).next_attempt_at).toBeNull()
    const known = await Promise.all(
      load.answered.slice(0, 50).map(async ({ id }) => (await restored.email(id)).status)
    )
    expect(known.filter((status) => status !== "sent" && status !== "queued")).toEqual([])
    expect(known).toContain("sent")

    const fresh = await sendFresh(restored, peer, "fresh@example.com")
    for (const { id, key, to } of load.answered.slice(0, 10)) {
      const { body } = await restored.send(mailTo(to), { "idempotency-key": key })
      expect(body).toMatchObject({ idempotent_replay: true, queued: [{ id }] })
    }
    expect([...arrivals(peer)]).toEqual([[fresh, 1]])

    await command(["held", "release", deferred], again)
    await peer.until(({ mails }) => mails.some((mail) => idOf(mail) === deferred))
    await command(["held", "release", "--scheduled"], again)
    expect(await restored.email(scheduled)).toMatchObject({ status: "queued" })
    expect(
      JSON.parse(await command(["held", "cancel", "--all", "--yes", "--json"], again))
    ).toEqual({
      messages: held.length - 2,
      sql_sends: 0
    })
    expect(await restored.email(stalled)).toMatchObject({
      status: "failed",
      failure_code: "cancelled"
    })
    const last = await sendFresh(restored, peer, "last@example.com")
    expect([...arrivals(peer)].toSorted()).toEqual(
      [
        [fresh, 1],
        [deferred, 1],
        [last, 1]
      ].toSorted()
    )
  })
})
