import * as Args from "@effect/cli/Args"
import * as Options from "@effect/cli/Options"
import type { DnsRecord } from "@telemark/core"
import { visibleLine } from "../visible.js"
import { CommandFailed } from "./failures.js"

/** The domain that a command is about. */
export const domain = Args.text({ name: "domain" }).pipe(Args.withDescription("Such as mail.example.com."))

/** `--tenant`, of the commands that work on one tenant's domains. */
export const tenant = Options.text("tenant").pipe(
  Options.withDescription("The tenant whose domains they are."),
  Options.withDefault("default")
)

/** The tenant has no domain of that name. */
export const noSuchDomain = (tenantName: string): CommandFailed =>
  new CommandFailed({
    code: "not_found",
    message: `The tenant "${tenantName}" has no such domain. \`telemark domains list\` shows those it has, \`telemark domains add\` adds one.`
  })

/** A record to publish. Its value has a line to itself, however long it is, so that it can be copied whole. */
export const recordText = ({ host, type, value }: DnsRecord, mark = ""): string =>
  `${visibleLine(`${type} ${host}`)}${mark}\n${visibleLine(value)}`
