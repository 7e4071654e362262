import { describe, expect, it } from "@effect/vitest"
import { readBounceCertificate } from "@telemark/feedback"
import { Effect } from "effect"
import { TestClock } from "@telemark-tools/clock"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { generate } from "selfsigned"
import { onTestFinished } from "vitest"
import { bounce, host, listening, returnPath } from "./support/listening.js"
import { deliver, greetedClient, openClient } from "./support/smtpClient.js"

const certificate = async (name: string) => {
  const { cert, private: key } = await generate([{ name: "commonName", value: name }], {
    keyType: "ec",
    algorithm: "sha256"
  })
  return { cert, key }
}

/** Files of a certificate, in a directory of their own. */
const filesOf = async (name: string) => {
  const directory = mkdtempSync(join(tmpdir(), "telemark-certificate-"))
  onTestFinished(() => {
    rmSync(directory, { recursive: true, force: true })
  })
  const tls = { certFile: join(directory, "cert.pem"), keyFile: join(directory, "key.pem") }
  const write = ({ cert, key }: { readonly cert: string; readonly key: string }) => {
    writeFileSync(tls.certFile, cert)
    writeFileSync(tls.keyFile, key)
  }
  write(await certificate(name))
  return { tls, write }
}

/** The name in the certificate that a client sees. */
const nameSeen = async (port: number): Promise<string> => {
  const client = await greetedClient(port)
  await client.say("STARTTLS")
  return client.secure().then(() => client.peerName())
}

describe("with a certificate, the listener for bounces", () => {
  it.live("offers STARTTLS, and takes bounces by TLS 1.2 or later", () =>
    Effect.gen(function* () {
      const { tls } = yield* Effect.promise(() => filesOf(host))
      const { port, received } = yield* listening({ tls })
      yield* Effect.promise(async () => {
        const client = openClient(port)
        await client.reply()
        expect(await client.say("EHLO mail.far.example")).toContain("250-STARTTLS\n")
        // What follows STARTTLS in clear is dropped (RFC 3207 4.2).
        client.write("STARTTLS\r\nMAIL FROM:<injected@far.example>\r\n")
        expect(await client.reply()).toMatch(/^220 2\.0\.0 /)
        await client.secure()
        expect(client.peerName()).toBe(host)
        expect(client.protocol()).toMatch(/^TLSv1\.[23]$/)
        expect(await client.say("RCPT TO:<postmaster>")).toMatch(/^503 /)
        expect(await client.say("EHLO mail.far.example")).not.toContain("STARTTLS")
        expect(await deliver(client, [returnPath()], bounce())).toMatch(/^250 /)
        expect(await client.say("QUIT")).toMatch(/^221 /)
        await client.closed
      })
      expect(received).toHaveLength(1)
    })
  )

  it.live("survives handshakes that fail, stall or break off, also when it ends", () =>
    Effect.gen(function* () {
      const { tls } = yield* Effect.promise(() => filesOf(host))
      const { port } = yield* listening({ tls, limits: { idle: 2_000, connectionsPerAddress: 3 } })
      yield* Effect.promise(async () => {
        const stalling = await greetedClient(port)
        expect(await stalling.say("STARTTLS")).toMatch(/^220 /)
        const nonsense = await greetedClient(port)
        await nonsense.say("STARTTLS")
        nonsense.write("this is no handshake\r\n")
        await nonsense.closed
        const gone = await greetedClient(port)
        await gone.say("STARTTLS")
        gone.write(Buffer.from("1603010200010001fc", "hex"))
        gone.close()
        await stalling.closed
        expect(await deliver(await greetedClient(port), [returnPath()], bounce())).toMatch(/^250 /)
        const last = await greetedClient(port)
        expect(await last.say("STARTTLS")).toMatch(/^220 /)
      })
    })
  )

  it.effect("uses a renewed one within a minute, and keeps it if the next can't be used", () =>
    Effect.gen(function* () {
      const { tls, write } = yield* Effect.promise(() => filesOf("first.example"))
      const { port } = yield* listening({ tls })
      expect(yield* Effect.promise(() => nameSeen(port))).toBe("first.example")
      const second = yield* Effect.promise(() => certificate("second.example"))
      write(second)
      const seen = () => Effect.runPromise(Effect.promise(() => nameSeen(port)))
      yield* TestClock.adjust("1 minute")
      yield* Effect.promise(() => expect.poll(seen).toBe("second.example"))
      write({
        cert: (yield* Effect.promise(() => certificate("third.example"))).cert,
        key: second.key
      })
      yield* TestClock.adjust("5 minutes")
      expect(yield* Effect.promise(() => nameSeen(port))).toBe("second.example")
    })
  )

  it.effect("doesn't start if that can't be used, and says which files and why", () =>
    Effect.gen(function* () {
      const [{ tls }, other] = yield* Effect.promise(() =>
        Promise.all([filesOf(host), filesOf(host)])
      )
      const missing = yield* Effect.flip(
        readBounceCertificate({ ...tls, keyFile: `${tls.keyFile}.missing` })
      )
      expect(missing.message).toContain(
        `${tls.keyFile}.missing, for bounces that come in by TLS, can't be used (ENOENT)`
      )
      const foreign = yield* Effect.flip(
        readBounceCertificate({ ...tls, keyFile: other.tls.keyFile })
      )
      expect(foreign.reason).toMatch(/MISMATCH/)
      expect(
        yield* Effect.flip(Effect.scoped(listening({ tls: { ...tls, certFile: tls.keyFile } })))
      ).toMatchObject({ _tag: "BounceCertificateNotUsable" })
    })
  )
})
