import type { InvitedMember } from "@telemark/client"
import { mountUrl } from "../Client/index.js"
import { SecretDialog } from "../Parts/index.js"
import { useMemberTexts } from "./useMemberTexts.js"

interface InvitationProps {
  readonly invited: InvitedMember
  readonly onClose: () => void
}

/** The link to pass on, where the member signs in with nothing else. */
export const Invitation = ({ invited: { invitation_url, member }, onClose }: InvitationProps) => {
  const texts = useMemberTexts()
  const hash = new URL(invitation_url ?? "", mountUrl).hash
  return (
    <SecretDialog
      title={texts.linkTitle(member.email)}
      what={texts.link}
      secret={/^https?:/.test(invitation_url ?? "") ? (invitation_url ?? "") : mountUrl.href + hash}
      onClose={onClose}
    >
      <p>{texts.linkText}</p>
    </SecretDialog>
  )
}
