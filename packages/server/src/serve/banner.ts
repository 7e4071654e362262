import type { Settings } from "../settings/Settings.js"
import { databaseName } from "../settings/database.js"
import type { FirstStart, Serving } from "./serve.js"
import { describeBounces } from "./takeBounces.js"
import { describeSubmissions } from "./takeSubmissions.js"

const indent = (text: string): string =>
  text
    .split("\n")
    .map((line) => (line === "" ? "" : `  ${line}`))
    .join("\n")

/** Without `TELEMARK_FROM`, a send must name its sender; only captured mail has a default. */
const trial = ({ from }: Settings): string =>
  JSON.stringify({
    ...(from === undefined ? { from: "you@example.com" } : {}),
    to: "ada@example.com",
    subject: "Hello",
    text: "It works."
  })

const senderHint =
  "\nReplace sender and recipient with your own: mail goes to the relay. TELEMARK_FROM sets a default sender.\n"

const keyLines = ({ key, tenant }: FirstStart, url: string, settings: Settings): string => `
First start: tenant "${tenant}" was made, with a key that has all scopes.
The key is shown only this once. Keep it safe:

  ${key}

Try it:

  curl ${url}/emails/send \\
    -H "Authorization: Bearer ${key}" \\
    -H "Content-Type: application/json" \\
    -d '${trial(settings)}'
${settings.from === undefined ? senderHint : ""}`

const mailLine = ({ transport }: Settings): string => {
  if (transport._tag === "Smtp") return `sent through the relay of ${transport.name}`
  return transport.all
    ? "captured; no mail leaves this machine"
    : "captured, except for tenants with their own SMTP server"
}

/** A start may sign in once; afterwards, people look for the way back. */
const signInHint = ({ dashboard_url, inbox_url }: Serving): string =>
  dashboard_url.includes("#")
    ? `${inbox_url === undefined ? "" : "each "}signs you in once, within ten minutes; \`telemark dashboard\` prints another such address`
    : "`telemark dashboard` prints an address that signs you in"

const pageLines = (serving: Serving): string => {
  const { dashboard_url, inbox_url } = serving
  return [
    `Dashboard ${dashboard_url}`,
    ...(inbox_url === undefined ? [] : [`Inbox     ${inbox_url}`]),
    `          ${signInHint(serving)};`,
    "          in a clone, `npm run telemark -- dashboard`"
  ].join("\n")
}

export const banner = (serving: Serving, settings: Settings, version: string): string =>
  `\n${indent(`Telemark ${version}

API       ${serving.url}
${pageLines(serving)}
Docs      ${serving.docs_url}
Mail      ${mailLine(settings)}
${serving.bounces === undefined ? "" : `Bounces   ${describeBounces(serving.bounces)}\n`}${serving.submission === undefined ? "" : `SMTP      ${describeSubmissions(serving.submission)}\n`}${serving.metrics_url === undefined ? "" : `Metrics   ${serving.metrics_url}\n`}Database  ${databaseName(settings.database)}
${serving.firstStart === undefined ? "" : keyLines(serving.firstStart, serving.url, settings)}`)}`
