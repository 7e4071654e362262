import { Data } from "effect"

/** A command failed. The message tells the operator why and what to do. */
export class CommandFailed extends Data.TaggedError("CommandFailed")<{
  readonly code: string
  readonly message: string
}> {}

export const noSuchTenant = (name: string): CommandFailed =>
  new CommandFailed({
    code: "not_found",
    message: `There is no tenant "${name}". \`telemark tenants list\` lists all tenants, \`telemark tenants create\` makes one.`
  })
