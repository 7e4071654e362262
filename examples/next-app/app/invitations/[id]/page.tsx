import { notFound } from "next/navigation"
import { NotFound } from "telemark"
import { telemark } from "@/lib/telemark"

const find = async (id: string) => {
  const { emails } = await telemark()
  return emails.get(id).catch((error: unknown) => {
    if (error instanceof NotFound) notFound()
    throw error
  })
}

export default async function Page({
  params
}: {
  readonly params: Promise<{ readonly id: string }>
}) {
  const { recipient_email, status } = await find((await params).id)
  return (
    <>
      <h1>Invitation</h1>
      <p>
        The mail to <b>{recipient_email}</b> is <b data-status={status}>{status}</b>.
      </p>
    </>
  )
}
