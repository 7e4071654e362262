"use client"

import { useActionState } from "react"
import { invite } from "./invite"

/** It works before its script is loaded, too: the form is posted then. */
export function InviteForm() {
  const [{ problem }, action, isPending] = useActionState(invite, {})
  return (
    <form action={action}>
      <label>
        Address <input name="email" type="email" required />
      </label>
      <button disabled={isPending}>Invite</button>
      {problem === undefined ? null : <p role="alert">{problem}</p>}
    </form>
  )
}
