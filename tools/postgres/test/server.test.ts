import { createDatabase, freshDatabase, startPostgres } from "@telemark-tools/postgres"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { connect } from "node:net"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { expect, it, onTestFinished } from "vitest"
import { onServer } from "../src/createDatabase.js"

const answers = async (port: number): Promise<boolean> => {
  const socket = connect(port, "127.0.0.1")
  try {
    await once(socket, "connect")
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

const ask = async (url: string, statement: string): Promise<unknown> => {
  const [result] = await onServer(url, statement)
  return result?.rows
}

it("keeps its port and what was committed, through a stop and a crash", async () => {
  const server = await startPostgres({ settings: { max_connections: "17" } })
  onTestFinished(() => server.remove())
  const { drop, url } = await createDatabase(server.url)
  expect(await ask(url, "SHOW fsync")).toEqual([{ fsync: "on" }])
  expect(await ask(url, "SHOW max_connections")).toEqual([{ max_connections: "17" }])
  await onServer(url, "CREATE TABLE kept (id int)")
  for (const how of ["fast", "immediate"] as const) {
    await server.stop(how)
    expect(await answers(server.port)).toBe(false)
    await server.start()
    await onServer(url, "INSERT INTO kept VALUES (1)")
  }
  expect(await ask(url, "SELECT count(*)::int AS count FROM kept")).toEqual([{ count: 2 }])
  await drop()
  await expect(onServer(url)).rejects.toThrow("does not exist")
})

it("ends and cleans up when the process that started it is killed", async () => {
  const program = fileURLToPath(new URL("child.ts", import.meta.url))
  const child = spawn(
    process.execPath,
    ["--conditions=@telemark/source", "--import", "tsx", program],
    {
      stdio: ["pipe", "pipe", "inherit"]
    }
  )
  onTestFinished(() => {
    child.kill("SIGKILL")
  })
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string]
  const { port, url } = JSON.parse(line) as { readonly port: number; readonly url: string }
  const [row] = (await ask(url, "SHOW data_directory")) as ReadonlyArray<{
    readonly data_directory: string
  }>
  const directory = row?.data_directory ?? ""
  expect(existsSync(directory)).toBe(true)
  child.kill("SIGKILL")
  while ((await answers(port)) || existsSync(directory)) {
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
  }
})

it("copies the migrated template for each test", async () => {
  const databases = await Promise.all([freshDatabase(), freshDatabase()])
  for (const { drop, url } of databases) {
    expect(await ask(url, "SELECT count(*)::int AS count FROM emails")).toEqual([{ count: 0 }])
    await drop()
  }
})
