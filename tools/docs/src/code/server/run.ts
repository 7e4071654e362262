import Database from "better-sqlite3"
import { execFile } from "node:child_process"
import { chmod, mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { commandsOf, origin, readCurl, withoutVariables } from "../shell/index.js"
import type { Server } from "./start.js"

/** Whether a script is nothing but calls of the server. */
export const callsServer = (script: string): boolean => {
  const commands = commandsOf(script).map(withoutVariables)
  return (
    commands.length > 0 &&
    commands.every((words) => words[0] === "curl" && readCurl(words).url.startsWith(origin))
  )
}

/** Puts a `curl` before the real one that fails where the server refuses. */
const strictCurl = async ({ folder }: Server): Promise<string> => {
  const bin = join(folder, "bin")
  await mkdir(bin, { recursive: true })
  await writeFile(
    join(bin, "curl"),
    '#!/bin/sh\nPATH=${PATH#*:} exec curl --silent --show-error --fail-with-body --max-time 30 "$@"\n'
  )
  await chmod(join(bin, "curl"), 0o755)
  return bin
}

/** Runs a script against the server, as one who reads the page does; says what went wrong. */
export const problemOfRun = async (script: string, server: Server): Promise<string | undefined> => {
  const bin = await strictCurl(server)
  const env = { PATH: `${bin}:${process.env["PATH"] ?? ""}`, TELEMARK_KEY: server.key }
  return new Promise((resolve) => {
    execFile(
      "bash",
      ["--norc", "-e", "-c", script.replaceAll(origin, server.origin)],
      { cwd: server.folder, env },
      (error, stdout, stderr) => {
        resolve(error === null ? undefined : `failed: ${`${stdout} ${stderr}`.trim()}`)
      }
    )
  })
}

/** What is wrong with a piece of MJML, of a whole mail or of its body. */
export const problemOfMjml = async (
  source: string,
  server: Server
): Promise<string | undefined> => {
  const whole = source.trimStart().startsWith("<mjml>")
    ? source
    : `<mjml><mj-body>${source}</mj-body></mjml>`
  const answer = await fetch(`${server.origin}/v1/templates/preview`, {
    method: "POST",
    headers: { authorization: `Bearer ${server.key}`, "content-type": "application/json" },
    body: JSON.stringify({ mjml_source: whole })
  })
  const { errors } = (await answer.json()) as { readonly errors?: ReadonlyArray<string> }
  return errors?.length === 0
    ? undefined
    : (errors ?? [`answered ${String(answer.status)}`]).join("; ")
}

/**
 * What is wrong with statements for the server's database. The pages write them for Postgres, and
 * say what SQLite has instead.
 */
export const problemOfSql = (statements: string, { folder }: Server): string | undefined => {
  const database = new Database(join(folder, "telemark-data/telemark.db"))
  try {
    database.exec(statements.replaceAll("EXTRACT(EPOCH FROM now())", "unixepoch()"))
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : "could not be run"
  } finally {
    database.close()
  }
}
