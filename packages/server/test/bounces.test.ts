import { describe, expect, it } from "@effect/vitest"
import { closedPort, startDnsPeer } from "@telemark/testing"
import { onTestFinished } from "vitest"
import { mkdtempSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Finding } from "../src/doctor/Finding.js"
import { judgeCertificate } from "../src/doctor/bounces.js"
import { call } from "./support/call.js"
import { said } from "./support/said.js"
import { startServing } from "./support/serving.js"
import { temporaryDirectory } from "./support/telemark.js"

const host = "bounces.shop.example"

const settingsFor = (port: number): Readonly<Record<string, string>> => ({
  TELEMARK_RETURN_PATH_HOST: host,
  TELEMARK_BOUNCE_PORT: String(port),
  TELEMARK_BOUNCE_HOST: "127.0.0.1"
})

/** What a listener says first. */
const greetingOf = (port: number) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1" })
    socket.once("data", (bytes: Buffer) => {
      socket.destroy()
      resolve(bytes.toString())
    })
    socket.once("error", reject)
  })

const findings = async (
  settings: Readonly<Record<string, string>>
): Promise<ReadonlyArray<string>> => {
  const environment = {
    TELEMARK_DATABASE_URL: `sqlite:${join(temporaryDirectory(), "mail.db")}`,
    TELEMARK_PORT: "0",
    ...settings
  }
  const { stdout } = await call(["doctor", "--json"], environment)
  const { checks } = JSON.parse(stdout) as { readonly checks: ReadonlyArray<Finding> }
  return checks.filter(({ check }) => check === "bounces").map(said)
}

const dnsPeer = async (records: Parameters<typeof startDnsPeer>[0]) => {
  const peer = await startDnsPeer(records)
  onTestFinished(() => peer.close())
  return peer
}

describe("telemark serve", () => {
  it("takes bounces where the settings say, and its banner says so", async () => {
    const port = await closedPort()
    const { banner } = await startServing(temporaryDirectory(), settingsFor(port))
    expect(banner).toContain(`Bounces   taken on port ${String(port)} for ${host}, unencrypted`)
    expect(await greetingOf(port)).toBe(`220 ${host} ESMTP\r\n`)
  })

  it("takes none by default", async () => {
    expect((await startServing(temporaryDirectory())).banner).not.toContain("Bounces")
  })

  it("doesn't start if the port is taken, or the settings contradict each other", async () => {
    const port = await closedPort()
    await startServing(temporaryDirectory(), settingsFor(port))
    const environment = {
      TELEMARK_DATABASE_URL: `sqlite:${join(temporaryDirectory(), "mail.db")}`,
      TELEMARK_PORT: "0",
      TELEMARK_LOG_LEVEL: "none"
    }
    for (const command of ["serve", "worker", "bounces"]) {
      const { code, stderr } = await call([command], { ...environment, ...settingsFor(port) })
      expect({ command, code, stderr }).toEqual({
        command,
        code: 1,
        stderr: expect.stringContaining(
          `Port ${String(port)} of 127.0.0.1, where bounces should come in, is in use`
        ) as unknown
      })
    }
    const lonely = await call(["worker"], {
      ...environment,
      TELEMARK_BOUNCE_PORT: "2525",
      TELEMARK_BOUNCE_TLS_CERT: "cert.pem"
    })
    expect(lonely.stderr).toContain("TELEMARK_BOUNCE_TLS_KEY is missing and takes")
    expect(
      (await call(["worker"], { ...environment, TELEMARK_BOUNCE_PORT: "2525" })).stderr
    ).toContain("TELEMARK_RETURN_PATH_HOST is needed by TELEMARK_BOUNCE_PORT")
    expect((await call(["bounces"], environment)).stderr).toContain(
      "Set TELEMARK_BOUNCE_PORT to 25"
    )
  })
})

describe("the doctor about bounces", () => {
  it("has no finding without return paths, and warns if nobody takes them", async () => {
    const { address } = await dnsPeer({})
    expect(await findings({ TELEMARK_DNS_SERVERS: address })).toEqual([])
    expect(
      await findings({ TELEMARK_RETURN_PATH_HOST: host, TELEMARK_DNS_SERVERS: address })
    ).toEqual([
      `warn: With these settings no process takes the bounces that come to ${host}: set TELEMARK_BOUNCE_PORT for one.`
    ])
  })

  it("says who listens, whom the MX record names, that a certificate is missing, and what can't be seen from here", async () => {
    const port = await closedPort()
    const { address } = await dnsPeer({
      zone: { [host]: { MX: [{ priority: 10, exchange: "mail.shop.example" }] } }
    })
    const settings = { ...settingsFor(port), TELEMARK_DNS_SERVERS: address }
    const inClear = expect.stringMatching(/^warn: Bounces come in unencrypted/) as unknown
    const exchanger = expect.stringContaining(
      "ok: Mail for bounces.shop.example goes to mail.shop.example, which must be this machine. Whether other mail servers reach port 25"
    ) as unknown
    expect(await findings(settings)).toEqual([
      `ok: Port ${String(port)} is free for bounces; no process listens there now.`,
      inClear,
      exchanger
    ])
    await startServing(temporaryDirectory(), settingsFor(port))
    expect(await findings(settings)).toEqual([
      `ok: A listener for bounces answers on port ${String(port)}.`,
      inClear,
      exchanger
    ])
  })

  it("fails if another program has the port or the certificate can't be read, and warns if the host gets no mail", async () => {
    const { address } = await dnsPeer({})
    const { createServer } = await import("node:net")
    const other = createServer((socket) => socket.end("hello"))
    const port = await new Promise<number>((resolve) => {
      other.listen(0, "127.0.0.1", () => {
        resolve((other.address() as { readonly port: number }).port)
      })
    })
    onTestFinished(() => {
      other.close()
    })
    const directory = mkdtempSync(join(tmpdir(), "telemark-bounces-"))
    writeFileSync(join(directory, "cert.pem"), "no certificate")
    expect(
      await findings({
        ...settingsFor(port),
        TELEMARK_DNS_SERVERS: address,
        TELEMARK_BOUNCE_TLS_CERT: join(directory, "cert.pem"),
        TELEMARK_BOUNCE_TLS_KEY: join(directory, "key.pem")
      })
    ).toEqual([
      `fail: Another program uses port ${String(port)}, where bounces should come in. Stop it, or set TELEMARK_BOUNCE_PORT to another port.`,
      expect.stringMatching(
        /^fail: The certificate .*cert\.pem with the key .*key\.pem, for bounces that come in by TLS, can't be used \(ENOENT\)/
      ) as unknown,
      `warn: ${host} has no MX record for mail, nor an address: bounces can't reach it. Publish an MX record that names this machine.`
    ])
  })

  it.each([
    [-1, "warn: The certificate of TELEMARK_BOUNCE_TLS_CERT has expired"],
    [3, "warn: The certificate of TELEMARK_BOUNCE_TLS_CERT expires within 4 days"],
    [80, "ok: Bounces can come in by TLS, with a certificate that is valid for 80 days"]
  ])("judges a certificate that is valid for %d days", (days, words) => {
    const { message, status } = judgeCertificate(days * 86_400_000, 0)
    expect(`${status}: ${message}`).toContain(words)
  })
})
