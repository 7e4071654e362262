"use server"

import { redirect } from "next/navigation"
import { ValidationFailed } from "telemark"
import { telemark } from "@/lib/telemark"

/** What the form shows: why nobody was invited. */
export interface InviteState {
  readonly problem?: string
}

const send = async (to: string) => {
  const { emails } = await telemark()
  return emails.send({
    to,
    subject: "You are invited to Fjord",
    html: "<h1>Come along</h1><p>A friend has invited you to a tour.</p>"
  })
}

/** Invites somebody by mail. Once this is answered, the mail is on disk; the worker delivers it. */
export async function invite(_state: InviteState, form: FormData): Promise<InviteState> {
  const email = form.get("email")
  // Whoever posts the form may leave fields out, or post files in their place.
  const result = await send(typeof email === "string" ? email : "").catch((error: unknown) => {
    if (error instanceof ValidationFailed) return undefined
    throw error
  })
  if (result === undefined) return { problem: "That is not an address that mail can be sent to." }
  const [invitation] = result.queued
  // An address that mail has bounced from, or that wants no mail, isn't sent to.
  if (invitation === undefined) return { problem: "No mail is sent to that address." }
  redirect(`/invitations/${invitation.id}`)
}
