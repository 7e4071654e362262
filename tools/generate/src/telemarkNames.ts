/** Writes what `telemark` exports of the contract: what its methods take, return and fail with. */
import * as contract from "@telemark/contract"
import { type Schema, SchemaAST as AST } from "effect"
import { isOfTenant } from "../../../packages/telemark/src/operations.js"
import { isNamed, namesIn } from "./schemas.js"

const inProcess = contract.allOperations
  .filter(({ group }) => isOfTenant(group) || group === "operatorWebhookEndpoints")
  .map(({ operation }) => operation)

const isSchema = (value: unknown): value is Schema.Top =>
  (typeof value === "object" || typeof value === "function") && value !== null && "ast" in value

/** What the contract exports each named schema as. */
const exported = new Map(
  Object.entries(contract).flatMap(([name, value]) => {
    const named = isSchema(value) ? AST.resolveIdentifier(value.ast) : undefined
    return named === undefined ? [] : [[named, name] as const]
  })
)

const typeOf = (name: string): string => {
  const ours = exported.get(name)
  if (ours === undefined) throw new Error(`@telemark/contract doesn't export ${name}`)
  return ours === name ? name : `${ours} as ${name}`
}

/** The errors and types of the operations that `telemark` has. */
export const telemarkNames = (): string => {
  const errors = new Set(inProcess.flatMap(contract.failuresOf))
  return `export { ${[...errors].sort().join(", ")} } from "@telemark/contract"
export type { ${namesIn(inProcess, errors).filter(isNamed).map(typeOf).sort().join(", ")} } from "@telemark/contract"
`
}
