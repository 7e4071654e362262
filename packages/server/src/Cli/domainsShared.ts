import * as Args from "@effect/cli/Args"
import * as Options from "@effect/cli/Options"
import type { DnsRecord } from "@telemark/core"
import { visibleLine } from "../visible.js"
import { CommandFailed } from "./failures.js"

export const domain = Args.text({ name: "domain" }).pipe(
  Args.withDescription("Such as mail.example.com.")
)

export const tenant = Options.text("tenant").pipe(
  Options.withDescription("The tenant that owns the domains."),
  Options.withDefault("default")
)

export const noSuchDomain = (tenantName: string): CommandFailed =>
  new CommandFailed({
    code: "not_found",
    message: `The tenant "${tenantName}" has no such domain. \`telemark domains list\` lists its domains, \`telemark domains add\` adds one.`
  })

/** How its records are looked for at once. */
export const verifyCommand = (name: string, tenantName: string): string =>
  `run \`telemark domains verify ${name}${tenantName === "default" ? "" : ` --tenant ${tenantName}`}\``

/** A DNS record to publish. The value has a line to itself, so that it can be copied as a whole. */
export const recordText = ({ host, type, value }: DnsRecord, mark = ""): string =>
  `${visibleLine(`${type} ${host}`)}${mark}\n${visibleLine(value)}`
