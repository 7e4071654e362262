import { freePort } from "@telemark-tools/connections"
import { startSmtpPeer } from "@telemark/testing"
import { execFile } from "node:child_process"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { generate } from "selfsigned"
import { describe, expect, it } from "vitest"
import { hasDkimpy } from "./dkimpy.js"
import { command, type Environment, eventually, serve, temporaryFolder } from "./harness.js"

/** Sends a mail as any program in Python does, and prints its octets in base64. */
const program = `
import base64, smtplib, ssl, sys
from email.message import EmailMessage
from email.policy import SMTP
way, port, key = sys.argv[1], int(sys.argv[2]), sys.argv[3]
m = EmailMessage(policy=SMTP)
m["From"], m["To"], m["Subject"] = "Jürgen <shop@example.com>", "Ada <ada@example.com>", "Grüße"
m["Message-ID"], m["Date"] = "<%s@example.com>" % way, "Fri, 20 Nov 2026 12:00:00 +0000"
m.set_content("Hello\\n.\\n..dots\\nGrüße\\n", cte="8bit")
m.add_alternative("<p>Grüße</p>", subtype="html")
m.add_attachment(bytes(range(256)) * 200, maintype="application", subtype="octet-stream", filename="ü.bin")
anybody = ssl._create_unverified_context()
s = smtplib.SMTP_SSL("127.0.0.1", port, context=anybody) if way == "tls" else smtplib.SMTP("127.0.0.1", port)
if way == "starttls": s.starttls(context=anybody)
s.login("telemark", key)
octets = m.as_bytes()
print(s.sendmail("shop@example.com", ["ada@example.com"], octets), file=sys.stderr)
s.quit()
print(base64.b64encode(octets).decode())
`

const pythons = ["/usr/bin/python3", "python3"]
const execute = promisify(execFile)

const sendFromPython = async (...args: ReadonlyArray<string>): Promise<Buffer> => {
  for (const python of pythons) {
    try {
      return Buffer.from((await execute(python, ["-c", program, ...args])).stdout, "base64")
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error
    }
  }
  throw new Error("Python is missing: install it, or set TELEMARK_TEST_DKIMPY=off")
}

const keyOf = (env: Environment): Promise<string> =>
  command(["keys", "create", "--tenant", "default", "--scopes", "email:send"], env)

describe.runIf(hasDkimpy())("a program in Python", () => {
  it.each(["clear", "starttls", "tls"])(
    "submits mail that arrives octet for octet, with %s",
    async (way) => {
      const peer = await startSmtpPeer()
      const folder = await temporaryFolder()
      const port = String(await freePort())
      const made = await generate([{ name: "commonName", value: "localhost" }])
      const files = { cert: join(folder, "cert.pem"), key: join(folder, "key.pem") }
      await Promise.all([writeFile(files.cert, made.cert), writeFile(files.key, made.private)])
      const env = {
        TELEMARK_DATABASE_URL: `sqlite:${join(folder, "mail.db")}`,
        TELEMARK_PORT: "0",
        TELEMARK_SMTP_URL: `${peer.url}?tls=none`,
        TELEMARK_SUBMISSION_HOST: "127.0.0.1",
        [way === "tls" ? "TELEMARK_SUBMISSIONS_PORT" : "TELEMARK_SUBMISSION_PORT"]: port,
        ...(way === "clear"
          ? {}
          : {
              TELEMARK_SUBMISSION_TLS_CERT: files.cert,
              TELEMARK_SUBMISSION_TLS_KEY: files.key
            })
      }
      const server = await serve(env)
      const sent = await sendFromPython(way, port, (await keyOf(env)).trim())
      await eventually(() => {
        expect(peer.mails).toHaveLength(1)
      })
      expect(peer.mails[0]?.source.toString("latin1")).toBe(sent.toString("latin1"))
      expect(peer.mails[0]?.parameters).toContain("BODY=8BITMIME")
      expect(await server.end("SIGTERM")).toBe(0)
      await peer.close()
    }
  )
})
