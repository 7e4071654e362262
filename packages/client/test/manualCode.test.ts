import { spawn, spawnSync } from "node:child_process"
import { createHmac } from "node:crypto"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { afterAll, describe, expect, it, onTestFinished } from "vitest"
import { blockWith } from "./support/manual.js"
import { body, otherSecret, secret, standardHeaders } from "./support/signing.js"

interface Request {
  readonly title: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  readonly isAccepted: boolean
}

const without = (
  name: string,
  headers: Readonly<Record<string, string>>
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name))

/** What arrives at receivers, signed by independent code at the present time. */
const requests = (): ReadonlyArray<Request> => {
  const at = Math.floor(Date.now() / 1000)
  const good = standardHeaders({ at })
  const signature = good["webhook-signature"]
  const hex = createHmac("sha256", secret)
    .update(`${String(at)}.${body}`)
    .digest("hex")
  const refused = (
    title: string,
    headers: Readonly<Record<string, string>>,
    sent = body
  ): Request => ({ title, body: sent, headers, isAccepted: false })
  return [
    { title: "signed", body, headers: good, isAccepted: true },
    {
      title: "signed by two secrets, the other first",
      body,
      headers: standardHeaders({ at, secrets: [otherSecret, secret] }),
      isAccepted: true
    },
    {
      title: "signed by two secrets, the other last",
      body,
      headers: standardHeaders({ at, secrets: [secret, otherSecret] }),
      isAccepted: true
    },
    {
      title: "of another version beside",
      body,
      headers: { ...good, "webhook-signature": `v2,AAAA ${signature}` },
      isAccepted: true
    },
    {
      title: "four minutes old",
      body,
      headers: standardHeaders({ at: at - 240 }),
      isAccepted: true
    },
    refused("signed by another secret", standardHeaders({ at, secrets: [otherSecret] })),
    refused("with another body", good, `${body} `),
    refused("with an empty body", good, ""),
    refused("with another id", { ...good, "webhook-id": "evt_other" }),
    refused("with another timestamp", { ...good, "webhook-timestamp": String(at - 1) }),
    refused("six minutes old", standardHeaders({ at: at - 360 })),
    refused("of the future", standardHeaders({ at: at + 360 })),
    refused("with a cut signature", { ...good, "webhook-signature": signature.slice(0, -1) }),
    refused("with a longer signature", { ...good, "webhook-signature": `${signature}=` }),
    refused("with a signature without its version", {
      ...good,
      "webhook-signature": signature.slice(3)
    }),
    refused("with the other scheme's signature", { ...good, "webhook-signature": `v1,${hex}` }),
    refused("with an empty signature", { ...good, "webhook-signature": "" }),
    refused("with a timestamp that is none", { ...good, "webhook-timestamp": "now" }),
    refused("with an endless timestamp", { ...good, "webhook-timestamp": "9".repeat(40) }),
    refused("with letters of others", { ...good, "webhook-signature": "v1,é" }),
    ...Object.keys(good).map((name) => refused(`without ${name}`, without(name, good)))
  ]
}

const folder = mkdtempSync(join(tmpdir(), "telemark-manual-"))
// Beside this package's manifest, so that the import of the example is found.
const ofClient = fileURLToPath(new URL("../manual-example.tmp.mts", import.meta.url))
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
  rmSync(ofClient, { force: true })
})

const write = (name: string, text: string): string => {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

/**
 * Runs a program that reads `{ secret, requests }`, and writes whether each was accepted, as a list
 * on its last line.
 */
const accepted = async (
  command: string,
  args: ReadonlyArray<string>,
  input: string,
  env: NodeJS.ProcessEnv = {}
): Promise<unknown> => {
  const program = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ["pipe", "pipe", "inherit"]
  })
  onTestFinished(() => void program.kill())
  const closed = once(program, "close")
  program.stdin.end(input)
  const output = await text(program.stdout)
  expect(await closed).toEqual([0, null])
  return JSON.parse(output.trim().split("\n").at(-1) ?? "")
}

const isThere = (command: string, argument: string): boolean =>
  spawnSync(command, [argument], { stdio: "ignore" }).status === 0

interface Language {
  readonly name: string
  readonly isThere: boolean
  readonly run: (input: string) => Promise<unknown>
}

const languages: ReadonlyArray<Language> = [
  {
    name: "TypeScript with @telemark/client",
    isThere: true,
    run: (input) => {
      writeFileSync(
        ofClient,
        `${blockWith("ts", "verifyWebhook")}
import { text } from "node:stream/consumers"
const { requests } = JSON.parse(await text(process.stdin))
const statuses = []
for (const { body, headers } of requests) {
  statuses.push((await POST(new Request("http://localhost/hooks", { method: "POST", body, headers }))).status)
}
if (statuses.some((status) => status !== 204 && status !== 400)) throw new Error("neither 204 nor 400")
process.stdout.write("\\n" + JSON.stringify(statuses.map((status) => status === 204)))`
      )
      const env = { TELEMARK_WEBHOOK_SECRET: secret }
      return accepted(process.execPath, ["--import", "tsx", ofClient], input, env)
    }
  },
  {
    name: "Node.js",
    isThere: true,
    run: (input) =>
      accepted(
        process.execPath,
        [
          write(
            "verify.mjs",
            `${blockWith("js", "timingSafeEqual")}
import { text } from "node:stream/consumers"
const { requests, secret } = JSON.parse(await text(process.stdin))
console.log(JSON.stringify(requests.map(({ body, headers }) => verify(Buffer.from(body), headers, secret))))`
          )
        ],
        input
      )
  },
  {
    name: "Python",
    isThere: isThere("python3", "--version"),
    run: (input) =>
      accepted(
        "python3",
        [
          write(
            "verify.py",
            `${blockWith("python", "compare_digest")}
import json
import sys

given = json.loads(sys.stdin.buffer.read())
print(json.dumps([verify(one["body"].encode(), one["headers"], given["secret"]) for one in given["requests"]]))
`
          )
        ],
        input
      )
  },
  {
    name: "Go",
    isThere: isThere("go", "version"),
    run: (input) => {
      const verify = write(
        "verify.go",
        blockWith("go", "hmac.Equal").replace("package hooks", "package main")
      )
      const main = write(
        "main.go",
        `package main

import (
	"encoding/json"
	"net/http"
	"os"
)

func main() {
	var given struct {
		Secret   string
		Requests []struct {
			Body    string
			Headers map[string]string
		}
	}
	if err := json.NewDecoder(os.Stdin).Decode(&given); err != nil {
		panic(err)
	}
	accepted := []bool{}
	for _, request := range given.Requests {
		header := http.Header{}
		for name, value := range request.Headers {
			header.Set(name, value)
		}
		accepted = append(accepted, Verify([]byte(request.Body), header, given.Secret))
	}
	if err := json.NewEncoder(os.Stdout).Encode(accepted); err != nil {
		panic(err)
	}
}
`
      )
      return accepted("go", ["run", main, verify], input, { GO111MODULE: "off", GOFLAGS: "" })
    }
  },
  {
    name: "PHP",
    isThere: isThere("php", "--version"),
    run: (input) =>
      accepted(
        "php",
        [
          write(
            "verify.php",
            `${blockWith("php", "hash_equals")}
$given = json_decode(file_get_contents('php://stdin'), true);
$accepted = [];
foreach ($given['requests'] as $request) {
    $server = [];
    foreach ($request['headers'] as $name => $value) {
        $server['HTTP_' . strtoupper(str_replace('-', '_', $name))] = $value;
    }
    $accepted[] = verify($request['body'], $server, $given['secret']);
}
echo json_encode($accepted);
`
          )
        ],
        input
      )
  }
]

describe("the manual's verification in", () => {
  for (const { isThere: isRun, name, run } of languages) {
    const title = isRun ? name : `${name} (left out: it is not on this machine)`
    it.skipIf(!isRun)(`${title} accepts what Telemark has signed, and nothing else`, async () => {
      const sent = requests()
      const results = (await run(
        JSON.stringify({ secret, requests: sent })
      )) as ReadonlyArray<boolean>
      const of = (wanted: (index: number) => boolean) =>
        sent.flatMap(({ title: request }, index) => (wanted(index) ? [request] : []))
      expect(results).toHaveLength(sent.length)
      expect(of((index) => results[index] === true)).toEqual(
        of((index) => sent[index]?.isAccepted === true)
      )
    })
  }

  it("Node.js and Python is run on every machine", () => {
    expect(languages.filter(({ isThere: isRun }) => isRun).map(({ name }) => name)).toEqual(
      expect.arrayContaining(["Node.js", "Python"])
    )
  })
})
