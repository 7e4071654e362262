import type { Arguments, Failure, GroupName, Operations, Response } from "@telemark/contract"
import type { Effect } from "effect"

type AllFor<Owner, Group extends GroupName> = {
  readonly [Name in keyof Operations[Group]]: (
    owner: Owner,
    ...given: Arguments<Group, Name>
  ) => Effect.Effect<Response<Group, Name>, Failure<Group, Name>>
}

/**
 * Operations of a group as a service performs them for an owner, a tenant or its id: the contract
 * states what they take, answer and fail with, and what they do.
 */
export type OperationsFor<
  Owner,
  Group extends GroupName,
  Names extends keyof Operations[Group] = keyof Operations[Group]
> = Pick<AllFor<Owner, Group>, Names>
