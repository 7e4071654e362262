import { InviteForm } from "./inviteForm"

export default function Page() {
  return (
    <>
      <h1>Invite a friend</h1>
      <InviteForm />
    </>
  )
}
