import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"
import type { DnsRecord } from "@telemark/core"
import { visibleLine } from "../visible.js"
import { CommandFailed } from "./failures.js"

export const domain = Argument.String("domain").pipe(
  Argument.withDescription("Such as mail.example.com.")
)

export const tenant = Flag.String("tenant").pipe(
  Flag.withDescription("The tenant that owns the domains."),
  Flag.withDefault("default")
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
