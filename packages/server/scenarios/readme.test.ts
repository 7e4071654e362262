import { execFile } from "node:child_process"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { describe, expect, it } from "vitest"
import { eventually, serve, temporaryFolder } from "./harness.js"

const readme = new URL("../../../README.md", import.meta.url)

/** The shell block of the README that begins with this. */
const commandOf = (text: string, start: string): string =>
  [...text.matchAll(/```sh\n([\s\S]*?)```/g)]
    .map(([, block = ""]) => block)
    .find((block) => block.startsWith(start)) ?? ""

describe("the README", () => {
  it("sends a first mail, which appears in the inbox", async () => {
    const folder = await temporaryFolder()
    const server = await serve({ TELEMARK_DATABASE_URL: `sqlite:${join(folder, "mail.db")}` })
    const { origin } = new URL(server.url)
    const command = commandOf(await readFile(readme, "utf8"), "curl").replaceAll(
      "http://127.0.0.1:3025",
      origin
    )
    const { stdout } = await promisify(execFile)("sh", ["-c", command], {
      env: { PATH: process.env["PATH"], TELEMARK_KEY: server.key }
    })
    expect(JSON.parse(stdout)).toMatchObject({
      queued: [{ recipient: "ada@example.com", status: "queued" }]
    })
    await eventually(async () => {
      const inbox = await fetch(`${server.url}/inbox`, {
        headers: { authorization: `Bearer ${server.key ?? ""}` }
      })
      expect(await inbox.json()).toMatchObject({
        data: [{ to: "ada@example.com", subject: "Hello" }]
      })
    })
  })
})
