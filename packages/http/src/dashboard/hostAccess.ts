import {
  allScopes,
  InsufficientScope,
  InvalidApiKey,
  type KeyScope,
  operatorScope,
  type Scope
} from "@telemark/contract"
import { Tenants } from "@telemark/core"
import { Effect } from "effect"
import type { IncomingRequest } from "../requests/IncomingRequest.js"
import type { DashboardAccess } from "./makeDashboard.js"

/** Whom the host application has signed in. */
export interface AuthorizedPerson {
  /** The name of the tenant whose mail the person sees. */
  readonly tenant: string
  /** Every scope by default. */
  readonly scopes?: ReadonlyArray<KeyScope> | undefined
  /** May also manage tenants, and act for each of them; false by default. */
  readonly operator?: boolean | undefined
  /** Shown in the dashboard; the tenant's name by default. */
  readonly name?: string | undefined
}

/** Says who makes a request; null if nobody is signed in. */
export type Authorize<Received> = (
  request: Received
) => AuthorizedPerson | null | Promise<AuthorizedPerson | null>

const isScopes = (value: unknown): boolean =>
  Array.isArray(value) && value.every((scope) => allScopes.includes(scope as KeyScope))

/** A mistake must not make somebody an operator. */
const members: Readonly<Record<keyof AuthorizedPerson, (value: unknown) => boolean>> = {
  tenant: (value) => typeof value === "string",
  scopes: (value) => value === undefined || isScopes(value),
  operator: (value) => value === undefined || typeof value === "boolean",
  name: (value) => value === undefined || typeof value === "string"
}

const checked = (given: object): AuthorizedPerson => {
  const isKnown = Object.keys(given).every((name) => Object.hasOwn(members, name))
  const person = given as Readonly<Record<string, unknown>>
  if (!isKnown || !Object.entries(members).every(([name, isRight]) => isRight(person[name])))
    throw new TypeError(
      "authorize must return null, or { tenant, scopes?, operator?, name? } and no other members: the name of a tenant, scopes such as email:read, true or false, and a text"
    )
  return given as AuthorizedPerson
}

/** People whom the host application knows. What `authorize` throws is logged, and answered 500. */
export const hostAccess = (
  authorize: Authorize<never>
): Effect.Effect<DashboardAccess, never, Tenants> =>
  Effect.map(Tenants, (tenants) => ({
    signIn: "host",
    identify: ({ parts }: IncomingRequest, tenantName) =>
      Effect.gen(function* () {
        const given = (yield* Effect.promise(async () => authorize(parts.received as never))) as
          | AuthorizedPerson
          | null
          | undefined
        // JavaScript may return nothing.
        if (given === null || given === undefined) return yield* new InvalidApiKey()
        const { name, operator = false, scopes = allScopes, tenant: own } = checked(given)
        if (tenantName !== undefined && !operator)
          return yield* new InsufficientScope({ required: operatorScope })
        const tenant = yield* tenants.get(tenantName ?? own)
        const principal = {
          tenant,
          scopes: new Set<Scope>(operator ? [...scopes, "tenant:read", operatorScope] : scopes),
          actor: { kind: operator ? "operator" : "person", id: null, name: name ?? null } as const
        }
        return { principal, operator, name: name ?? own, expires_at: null }
      })
  }))
