import { freePort } from "@telemark-tools/connections"
import { isInstalled, startProgram, testsRun } from "@telemark-tools/programs"
import { createClient } from "@telemark/client"
import { startSmtpPeer } from "@telemark/testing"
import { execFile } from "node:child_process"
import { once } from "node:events"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { eventually, serve, temporaryFolder } from "./harness.js"

const example = (file: string): string =>
  fileURLToPath(new URL(`../../../examples/monitoring/${file}`, import.meta.url))

const token = "only-for-readers"

const missing =
  "The tests with Prometheus need the programs prometheus and promtool on the PATH (Debian: prometheus), " +
  "or leave these tests out with TELEMARK_TEST_PROMETHEUS=off."

/** Runs promtool, and resolves with what it printed; rejects if it finds fault. */
const promtool = async (args: ReadonlyArray<string>, input = ""): Promise<string> => {
  const child = execFile("promtool", [...args])
  let printed = ""
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (part: string) => {
      printed += part
    })
  child.stdin?.end(input)
  const [code] = (await once(child, "close")) as [number]
  if (code !== 0) throw new Error(printed)
  return printed
}

interface Answer {
  readonly status: string
  readonly error?: string
  readonly data?: { readonly result: ReadonlyArray<{ readonly value: readonly [number, string] }> }
}

/** A Prometheus that reads from the target every second, with the alerts of the example. */
const startPrometheus = async (target: string) => {
  const directory = await temporaryFolder()
  const port = await freePort()
  const config = join(directory, "prometheus.yml")
  await writeFile(
    config,
    (await readFile(example("prometheus.yml"), "utf8"))
      .replace("scrape_interval: 15s", "scrape_interval: 1s")
      .replace("alerts.yml", example("alerts.yml"))
      .replace("static_configs:", `authorization: { credentials: ${token} }\n    static_configs:`)
      .replace("127.0.0.1:9465", target)
  )
  const url = `http://127.0.0.1:${String(port)}`
  const program = await startProgram({
    program: "prometheus",
    args: [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(directory, "data")}`,
      `--web.listen-address=127.0.0.1:${String(port)}`
    ],
    directory,
    isReady: () =>
      fetch(`${url}/-/ready`).then(
        ({ ok }) => ok,
        () => false
      ),
    missing
  })
  onTestFinished(() => program.stop("SIGKILL"))
  return async (expression: string): Promise<Answer> =>
    (await (
      await fetch(`${url}/api/v1/query?query=${encodeURIComponent(expression)}`)
    ).json()) as Answer
}

interface Dashboard {
  readonly annotations: { readonly list: ReadonlyArray<{ readonly expr: string }> }
  readonly panels: ReadonlyArray<{
    readonly title: string
    readonly targets: ReadonlyArray<{ readonly expr: string }>
  }>
}

describe.runIf(testsRun("Prometheus", "TELEMARK_TEST_PROMETHEUS"))("Prometheus", () => {
  beforeAll(async () => {
    if (!(await isInstalled("prometheus"))) throw new Error(missing)
  })

  it("accepts the alerts of the example, which fire when they should", async () => {
    await promtool(["check", "config", example("prometheus.yml")])
    await promtool(["test", "rules", example("alerts.test.yml")])
  })

  it("reads the metrics of a server, and answers what the dashboard of the example asks", async () => {
    const peer = await startSmtpPeer()
    const folder = await temporaryFolder()
    const port = await freePort()
    const server = await serve({
      TELEMARK_DATABASE_URL: `sqlite:${join(folder, "mail.db")}`,
      TELEMARK_SMTP_URL: `${peer.url}?tls=none`,
      TELEMARK_METRICS_PORT: String(port),
      TELEMARK_METRICS_TOKEN: token
    })
    const metricsUrl = `http://127.0.0.1:${String(port)}/metrics`
    expect((await fetch(metricsUrl)).status).toBe(401)
    const ask = await startPrometheus(`127.0.0.1:${String(port)}`)
    const client = createClient({ baseUrl: server.url, apiKey: server.key ?? "" })
    const send = (to: string) =>
      client.emails.send({ from: "shop@example.com", to, subject: "Hello", text: "It works." })

    // An increase is seen between two readings, so there has to be one before.
    await eventually(async () => {
      expect((await ask('up{job="telemark"} == 1')).data?.result).toHaveLength(1)
    })
    for (let mail = 0; mail < 5; mail++) await send(`ada-${String(mail)}@example.com`)
    await eventually(async () => {
      const { data } = await ask(
        'sum(telemark_attempts_total{route="platform",outcome="sent",class="accepted"})'
      )
      expect(data?.result.map(({ value: [, count] }) => count)).toEqual(["5"])
    })

    const dashboard = JSON.parse(await readFile(example("dashboard.json"), "utf8")) as Dashboard
    const expressions = [
      ...dashboard.annotations.list.map(({ expr }) => expr),
      ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
    ]
    for (const expression of expressions) {
      const { error } = await ask(expression.replaceAll("$__rate_interval", "1m"))
      expect([expression, error]).toEqual([expression, undefined])
    }
    const shows = async ({ targets }: Dashboard["panels"][number]): Promise<boolean> => {
      const answers = await Promise.all(
        targets.map(({ expr }) => ask(expr.replaceAll("$__rate_interval", "1m")))
      )
      return answers.some(({ data }) => (data?.result.length ?? 0) > 0)
    }
    // A rate needs two readings.
    await eventually(async () => {
      const shown = await Promise.all(dashboard.panels.map(shows))
      // No attempt failed, and nothing came back.
      expect(
        dashboard.panels.filter((_, index) => shown[index] === false).map(({ title }) => title)
      ).toEqual(["Attempts that didn't succeed, by class", "Feedback by kind"])
    })

    const headers = { authorization: `Bearer ${token}` }
    await promtool(["check", "metrics"], await (await fetch(metricsUrl, { headers })).text())
  })
})
